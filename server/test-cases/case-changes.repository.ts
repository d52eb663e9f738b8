import { type SqlBool, sql } from 'kysely'
import { UNDO_HOURS } from '#shared/test-cases/bulk.ts'
import type { Db } from '../database/databases.ts'
import { inShownSuite, isShownSuite } from '../database/hidden-suites.ts'
import { deleteSome, givenRows, inList } from '../database/dialect.ts'
import { newId } from '../database/new-id.ts'
import type { CasePlacement } from './places.repository.ts'

/* What calls about many cases have changed, kept for a while to undo it. */

/** A change forgets so many more rows of expired ones than it has, so that none stay behind. */
const FORGOTTEN = 20

/** What a case was before a change. Without a place when the change is not about places. */
export type CaseBefore = { id: string; revision: number; isRevised: boolean; place: CasePlacement | null }

/** Keeps a change of cases. Returns its id. */
export async function keepChange(db: Db, projectId: string, cases: CaseBefore[]): Promise<string> {
  await forgetExpired(db, cases.length + FORGOTTEN)
  const id = newId()
  const created_at = new Date().toISOString()
  await db.insertInto('case_changes').values({ id, project_id: projectId, created_at, undone_at: null }).execute()
  const rows = cases.map(({ id, revision, isRevised, place }) => ({
    id,
    revision,
    after: revision + (isRevised ? 1 : 0),
    number: place?.rank ?? null,
    slot: place?.slot ?? null,
  }))
  const columns = { id: 'text', revision: 'integer', after: 'integer', number: 'integer', slot: 'integer' } as const
  await db
    .insertInto('changed_cases')
    .columns(['change_id', 'test_case_id', 'revision_before', 'revision_after', 'number_before', 'slot_before'])
    .expression((eb) =>
      eb
        .selectFrom(givenRows(db, columns, rows).as('given'))
        .select((given) => [given.val(id).as('change_id'), 'id', 'revision', 'after', 'number', 'slot']),
    )
    .execute()
  return id
}

/** Deletes at most so many rows of the oldest expired changes. */
async function forgetExpired(db: Db, limit: number): Promise<void> {
  const expired = db.selectFrom('case_changes').select('id').where('created_at', '<', expiry()).orderBy('created_at')
  for (let left = limit; left > 0;) {
    const oldest = await expired.limit(1).executeTakeFirst()
    if (!oldest) return
    left -= await deleteSome(db, 'changed_cases', sql`change_id = ${oldest.id}`, left)
    if (left > 0) await db.deleteFrom('case_changes').where('id', '=', oldest.id).execute()
    left -= 1
  }
}

/** When a change that expires now was made. */
const expiry = () => new Date(Date.now() - UNDO_HOURS * 3_600_000).toISOString()

/** A change of the project, unless it has expired. */
export async function findChange(db: Db, projectId: string, changeId: string) {
  return await db
    .selectFrom('case_changes')
    .select(['id', 'undone_at'])
    .where('id', '=', changeId)
    .where('project_id', '=', projectId)
    .where('created_at', '>=', expiry())
    .executeTakeFirst()
}

/** The cases of a change that are as it left them, and whose suite is still there. */
export async function findUnchangedSince(db: Db, changeId: string) {
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
      'test_cases.test_suite_id as suiteNow',
      'test_suites.id as suiteBefore',
      'changed_cases.revision_before as revisionBefore',
      'changed_cases.number_before as numberBefore',
      'changed_cases.slot_before as slotBefore',
    ])
    .select(HAS_OTHER_TEXT.as('hasOtherText'))
    .where('changed_cases.change_id', '=', changeId)
    .where(isShownSuite)
    .where(inShownSuite('test_cases.test_suite_id'))
    .execute()
}

/** Whether a search reads other words for the case than before. A move changes none. */
const HAS_OTHER_TEXT = sql<SqlBool>`test_cases.type <> test_case_revisions.type
  or test_cases.priority <> test_case_revisions.priority
  or coalesce(test_cases.tags, '') <> coalesce(test_case_revisions.tags, '')
  or coalesce(test_cases."references", '') <> coalesce(test_case_revisions."references", '')`

export async function markUndone(db: Db, changeId: string): Promise<void> {
  await db.updateTable('case_changes').set({ undone_at: new Date().toISOString() }).where('id', '=', changeId).execute()
}

/** Earlier changes no longer place these cases, which are about to be placed anew, and undo no places of them. */
export async function forgetPlaces(db: Db, ids: string[]): Promise<void> {
  await db.deleteFrom('changed_cases').where('test_case_id', 'in', inList(db, ids)).execute()
  await db.deleteFrom('case_journeys').where('test_case_id', 'in', inList(db, ids)).execute()
}
