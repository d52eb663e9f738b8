import { type SqlBool, sql } from 'kysely'
import { UNDO_HOURS } from '#shared/test-cases/bulk.ts'
import type { Db } from '../database/databases.ts'
import { inShownSuite, isShownSuite } from '../database/hidden-suites.ts'
import { deleteSome, givenRows, inList } from '../database/dialect.ts'
import { newId } from '../database/new-id.ts'
import { HOUR_MS, timeAgo } from '../times.ts'
import type { ChangedContent } from './bulk.repository.ts'
import type { Author } from './case-writes.repository.ts'

/* Bulk changes of cases, stored for a while for undo. */

/** A change deletes this many more expired rows than it adds, so that none stay behind. */
const FORGOTTEN = 20

/** The remaining work of a change: cases that are not changed or copied yet. For an undo it is in `changed_cases`. */
export type Pending =
  | { kind: 'change'; ids: string[]; content: ChangedContent; target: Target | null; author: Author }
  | { kind: 'copy'; copies: Copy[]; testSuiteId: string; author: Author }
  | { kind: 'undo'; author: Author }
export type Copy = { id: string; copyOf: string }
/** The suite to which cases move, and the rank after which they go. */
export type Target = { testSuiteId: string; after: string | null }
export type PendingChange = { id: string; project_id: string }

export async function insertChange(db: Db, projectId: string, cases: number): Promise<string> {
  await forgetExpired(db, cases + FORGOTTEN)
  const id = newId()
  const created_at = new Date().toISOString()
  await db
    .insertInto('case_changes')
    .values({ id, project_id: projectId, created_at, undone_at: null, pending: null })
    .execute()
  return id
}

export async function findPendingChange(db: Db, projectId?: string): Promise<PendingChange | undefined> {
  return await db
    .selectFrom('case_changes')
    .select(['id', 'project_id'])
    .where('pending', 'is not', null)
    .$if(projectId !== undefined, (query) => query.where('project_id', '=', projectId as string))
    .limit(1)
    .executeTakeFirst()
}

export async function readPending(db: Db, changeId: string): Promise<Pending | null> {
  const row = await db.selectFrom('case_changes').select('pending').where('id', '=', changeId).executeTakeFirst()
  return row?.pending ? (JSON.parse(row.pending) as Pending) : null
}

export async function keepPending(db: Db, changeId: string, changed: number, pending: Pending | null): Promise<void> {
  await db
    .updateTable('case_changes')
    .set((eb) => ({
      changed: eb('changed', '+', changed),
      pending: pending === null ? null : JSON.stringify(pending),
    }))
    .where('id', '=', changeId)
    .execute()
}

export async function countChanged(db: Db, changeId: string): Promise<number> {
  const row = await db.selectFrom('case_changes').select('changed').where('id', '=', changeId).executeTakeFirst()
  return row?.changed ?? 0
}

/** A case before a change. Without a rank if the change moves no cases. */
type CaseBefore = { id: string; revision: number; isRevised: boolean; rank: string | null }

export async function keepBefore(db: Db, changeId: string, cases: CaseBefore[]): Promise<void> {
  const rows = cases.map(({ isRevised, ...row }) => ({ ...row, after: row.revision + (isRevised ? 1 : 0) }))
  const columns = { id: 'text', revision: 'integer', after: 'integer', rank: 'text' } as const
  await db
    .insertInto('changed_cases')
    .columns(['change_id', 'test_case_id', 'revision_before', 'revision_after', 'rank_before'])
    .expression((eb) =>
      eb
        .selectFrom(givenRows(db, columns, rows).as('given'))
        .select((given) => [given.val(changeId).as('change_id'), 'id', 'revision', 'after', 'rank']),
    )
    .execute()
}

async function forgetExpired(db: Db, limit: number): Promise<void> {
  const done = db.selectFrom('case_changes').select('id').where('pending', 'is', null)
  const expired = done.where('created_at', '<', expiry()).orderBy('created_at')
  for (let left = limit; left > 0;) {
    const oldest = await expired.limit(1).executeTakeFirst()
    if (!oldest) return
    left -= await deleteSome(db, 'changed_cases', sql`change_id = ${oldest.id}`, left)
    if (left > 0) await db.deleteFrom('case_changes').where('id', '=', oldest.id).execute()
    left -= 1
  }
}

/** Changes made before this time have expired. */
const expiry = () => timeAgo(UNDO_HOURS * HOUR_MS)

export async function findChange(db: Db, projectId: string, changeId: string) {
  return await db
    .selectFrom('case_changes')
    .select(['id', 'undone_at', 'pending'])
    .where('id', '=', changeId)
    .where('project_id', '=', projectId)
    .where('created_at', '>=', expiry())
    .executeTakeFirst()
}

export async function listChanged(db: Db, changeId: string, limit: number): Promise<string[]> {
  const rows = db.selectFrom('changed_cases').select('test_case_id as id').where('change_id', '=', changeId)
  return (await rows.orderBy('test_case_id').limit(limit).execute()).map(({ id }) => id)
}

export async function forgetChanged(db: Db, changeId: string, ids: string[]): Promise<void> {
  await db
    .deleteFrom('changed_cases')
    .where('change_id', '=', changeId)
    .where('test_case_id', 'in', inList(db, ids))
    .execute()
}

/** The cases that are still as a change left them, and whose suite still exists. */
export async function findUnchangedSince(db: Db, changeId: string, ids: string[]) {
  return await db
    .selectFrom('changed_cases')
    .innerJoin('test_cases', (join) =>
      join
        .onRef('test_cases.id', '=', 'changed_cases.test_case_id')
        .onRef('test_cases.revision', '=', 'changed_cases.revision_after'),
    )
    .innerJoin('test_case_revisions', (join) =>
      join
        .onRef('test_case_revisions.test_case_id', '=', 'changed_cases.test_case_id')
        .onRef('test_case_revisions.revision', '=', 'changed_cases.revision_before'),
    )
    .innerJoin('test_suites', 'test_suites.id', 'test_case_revisions.test_suite_id')
    .select([
      'test_cases.id',
      'test_cases.revision',
      'test_cases.number',
      'test_cases.rank',
      'test_cases.test_suite_id',
      'test_suites.id as suiteBefore',
      'changed_cases.revision_before as revisionBefore',
      'changed_cases.rank_before as rankBefore',
    ])
    .select(HAS_OTHER_TEXT.as('hasOtherText'))
    .where('changed_cases.change_id', '=', changeId)
    .where('changed_cases.test_case_id', 'in', inList(db, ids))
    .where(isShownSuite)
    .where(inShownSuite('test_cases.test_suite_id'))
    .execute()
}

/** Whether the search text of the case differs from before. A move does not change it. */
const HAS_OTHER_TEXT = sql<SqlBool>`test_cases.type <> test_case_revisions.type
  or test_cases.priority <> test_case_revisions.priority
  or coalesce(test_cases.tags, '') <> coalesce(test_case_revisions.tags, '')
  or coalesce(test_cases."references", '') <> coalesce(test_case_revisions."references", '')`

export async function markUndone(db: Db, changeId: string): Promise<void> {
  await db
    .updateTable('case_changes')
    .set({ undone_at: new Date().toISOString(), changed: 0 })
    .where('id', '=', changeId)
    .execute()
}

/** Removes these cases from earlier moves, before they move again: an undo then leaves their positions alone. */
export async function forgetPlaces(db: Db, ids: string[]): Promise<void> {
  await db.deleteFrom('changed_cases').where('test_case_id', 'in', inList(db, ids)).execute()
}
