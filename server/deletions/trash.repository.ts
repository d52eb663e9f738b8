import { type Actor, actorUserId, type Authorized } from '../authorize.ts'
import { renumber } from '../database/case-numbers.ts'
import { noteChange, noteEvent } from '../database/changes.ts'
import type { Db } from '../database/databases.ts'
import { inList } from '../database/dialect.ts'
import { newId } from '../database/new-id.ts'
import { lowest } from '../database/ranks.ts'
import { CASES_AT_ONCE } from './cases-at-once.ts'
import { copyCasesOfSuite, trashCasesById } from './deleted-cases.repository.ts'
import { hideSuite, isLarge } from './large-suites.repository.ts'
import { closeGap, placeDeletedSuites } from './numbers.repository.ts'

/** Moves cases to the trash and renumbers the others; `trashSome` continues. Returns the id of the deletion. */
export async function trashCases(
  db: Db,
  actor: Actor,
  { project_id: projectId }: Authorized<{ project_id: string }, 'case.write'>,
  ids: string[],
): Promise<string> {
  const id = await insertDeletion(db, actor, projectId)
  noteEvent(db, { type: 'case.deleted', projectId, testCaseIds: ids })
  await trashFirst(db, { id, project_id: projectId }, ids)
  return id
}

export async function findPendingDeletion(db: Db, projectId?: string): Promise<PendingDeletion | undefined> {
  return await db
    .selectFrom('deletions')
    .select(['id', 'project_id'])
    .where('pending', 'is not', null)
    .$if(projectId !== undefined, (query) => query.where('project_id', '=', projectId as string))
    .limit(1)
    .executeTakeFirst()
}

type PendingDeletion = { id: string; project_id: string }

export async function trashSome(db: Db, deletion: PendingDeletion): Promise<void> {
  const row = await db.selectFrom('deletions').select('pending').where('id', '=', deletion.id).executeTakeFirst()
  if (row?.pending) await trashFirst(db, deletion, JSON.parse(row.pending))
}

async function trashFirst(db: Db, { id, project_id }: PendingDeletion, ids: string[]): Promise<void> {
  const [some, left] = [ids.slice(0, CASES_AT_ONCE), ids.slice(CASES_AT_ONCE)]
  const places = await db
    .selectFrom('test_cases')
    .select(['test_suite_id', 'rank'])
    .where('id', 'in', inList(db, some))
    .execute()
  await trashCasesById(db, id, some)
  for (const [suite, ranks] of Map.groupBy(places, (place) => place.test_suite_id))
    await renumber(db, suite, lowest(ranks.map(({ rank }) => rank)))
  const pending = left.length > 0 ? JSON.stringify(left) : null
  await db.updateTable('deletions').set({ pending }).where('id', '=', id).execute()
  noteChange(db, { kind: 'project', projectId: project_id })
}

/**
 * Moves a suite with its cases to the trash and renumbers the other suites. A large suite is hidden, and `moveCases`
 * moves its cases. Returns the id of the deletion.
 */
export async function trashSuite(db: Db, actor: Actor, suite: Authorized<Suite, 'suite.write'>): Promise<string> {
  const deletionId = await insertDeletion(db, actor, suite.project_id)
  await db
    .insertInto('deleted_test_suites')
    .columns(['deletion_id', ...SUITE_COLUMNS])
    .expression((eb) =>
      eb
        .selectFrom('test_suites')
        .select((row) => [row.val(deletionId).as('deletion_id'), ...SUITE_COLUMNS])
        .where('id', '=', suite.id),
    )
    .execute()
  if (suite.test_case_count > 0)
    noteEvent(db, { type: 'case.deleted', projectId: suite.project_id, ...(await someOf(db, suite)) })
  await placeDeletedSuites(db, suite.project_id, [suite.id], 'deleted')
  if (isLarge(suite.test_case_count)) await hideSuite(db, suite.id)
  else {
    await copyCasesOfSuite(db, deletionId, suite.id)
    await db.deleteFrom('test_suites').where('id', '=', suite.id).execute()
  }
  await closeGap(db, suite)
  return deletionId
}

/** An event names few cases of many. */
const NAMED = 20

async function someOf(db: Db, suite: Suite) {
  const rows = db.selectFrom('test_cases').select('id').where('test_suite_id', '=', suite.id).orderBy('rank')
  const testCaseIds = (await rows.limit(NAMED).execute()).map(({ id }) => id)
  return { testCaseIds, more: suite.test_case_count - testCaseIds.length }
}

type Suite = { id: string; project_id: string; number: number; test_case_count: number }

const SUITE_COLUMNS = ['id', 'name', 'description', 'number', 'created_at'] as const

async function insertDeletion(db: Db, actor: Actor, projectId: string): Promise<string> {
  const id = newId()
  const deleted_at = new Date().toISOString()
  await db
    .insertInto('deletions')
    .values({ id, project_id: projectId, deleted_at, deleted_by: actorUserId(actor) })
    .execute()
  noteChange(db, { kind: 'project', projectId })
  return id
}
