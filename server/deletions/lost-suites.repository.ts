import { sql } from 'kysely'
import { type Actor, actorUserId } from '../authorize.ts'
import { bulkInsert } from '../database/bulk.ts'
import { CONTENT_COLUMNS } from '../database/case-columns.ts'
import type { Db } from '../database/databases.ts'
import { inList } from '../database/dialect.ts'
import { endOfSuite, RANK_END } from '../database/ranks.ts'
import type { DeletionRow } from './deletions.repository.ts'
import { placeDeletedSuites, renumberSuites } from './numbers.repository.ts'

/* Suites of a deletion that no longer exist. Their cases join a suite of the same name, new if needed. */

type Lost = { id: string; name: string }

/** Gives every case of a deletion a suite that exists. */
export async function findSuites(db: Db, actor: Actor, deletion: DeletionRow): Promise<void> {
  const lost = await listLost(db, deletion)
  if (lost.length === 0) return
  const known = await listKnown(db, lost)
  const named = await listNamed(db, deletion, lost)
  const joined: { from: Lost; to: Named }[] = []
  const remade: Lost[] = []
  for (const suite of lost) {
    const isOwn = known.get(suite.id)?.deletion_id === deletion.id
    // A suite that is itself deleted is restored, unless a new one has replaced it.
    const to = named.find(({ id, name }) => name === suite.name && (!isOwn || id > deletion.id))
    if (to) joined.push({ from: suite, to })
    else remade.push(suite)
  }
  await remake(db, deletion, remade, known)
  for (const { from, to } of joined) await join(db, actor, deletion, { from: from.id, to: to.id })
}

/** The suites that were deleted together with it, and the suites of its cases that were deleted since. */
async function listLost(db: Db, { id }: DeletionRow): Promise<Lost[]> {
  const ofCases = await db
    .selectFrom('deleted_test_cases')
    .select(['test_suite_id as id', 'suite_name as name'])
    .where('deletion_id', '=', id)
    .groupBy(['test_suite_id', 'suite_name'])
    .execute()
  const own = await db.selectFrom('deleted_test_suites').select(['id', 'name']).where('deletion_id', '=', id).execute()
  const all = new Map(own.map((suite): [string, Lost] => [suite.id, suite]))
  for (const suite of ofCases) all.set(suite.id, suite)
  const present = await db
    .selectFrom('test_suites')
    .select('id')
    .where('id', 'in', inList(db, [...all.keys()]))
    .execute()
  for (const suite of present) all.delete(suite.id)
  return [...all.values()]
}

type Known = Map<string, Awaited<ReturnType<typeof listDeletedSuites>>[number]>

/** The suites in the trash, in this deletion or a later one. */
async function listKnown(db: Db, lost: Lost[]): Promise<Known> {
  const rows = await listDeletedSuites(
    db,
    lost.map(({ id }) => id),
  )
  return new Map(rows.map((row) => [row.id, row]))
}

const listDeletedSuites = async (db: Db, ids: string[]) =>
  await db.selectFrom('deleted_test_suites').selectAll().where('id', 'in', inList(db, ids)).execute()

type Named = Lost

async function listNamed(db: Db, { project_id }: DeletionRow, lost: Lost[]): Promise<Named[]> {
  const names = [...new Set(lost.map(({ name }) => name))]
  return await db
    .selectFrom('test_suites')
    .select(['id', 'name'])
    .where('project_id', '=', project_id)
    .where('name', 'in', inList(db, names))
    .orderBy('number')
    .execute()
}

/** Creates suites again at their positions, or at the end if only the name is known. */
async function remake(db: Db, { project_id }: DeletionRow, suites: Lost[], known: Known): Promise<void> {
  if (suites.length === 0) return
  const unknown = { description: null, number: END, created_at: new Date().toISOString() }
  await insertSuites(
    db,
    suites.map(({ id, name }) => ({ ...(known.get(id) ?? unknown), id, project_id, name })),
  )
  const ids = suites.map(({ id }) => id)
  await renumberSuites(db, project_id, ids)
  await placeDeletedSuites(db, project_id, ids, 'restored')
  await db.deleteFrom('deleted_test_suites').where('id', 'in', inList(db, ids)).execute()
}

/** Larger than any number of suites. */
const END = 1_000_000_000

const insertSuites = bulkInsert('test_suites', ['id', 'project_id', 'name', 'description', 'number', 'created_at'])

/** Cases that join another suite move to its end. Each gets a revision about it. */
async function join(
  db: Db,
  actor: Actor,
  { id, project_id }: DeletionRow,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const changed_at = new Date().toISOString()
  const changed_by = actorUserId(actor)
  await db
    .insertInto('test_case_revisions')
    .columns([
      'test_case_id',
      'revision',
      'project_id',
      'test_suite_id',
      'changed_at',
      'changed_by',
      'ref',
      ...CONTENT_COLUMNS,
    ])
    .expression((eb) =>
      eb
        .selectFrom('deleted_test_cases as deleted')
        .innerJoin('test_case_revisions as latest', (on) =>
          on.onRef('latest.test_case_id', '=', 'deleted.id').onRef('latest.revision', '=', 'deleted.revision'),
        )
        .select((row) => [
          'deleted.id as test_case_id',
          row('deleted.revision', '+', 1).as('revision'),
          row.val(project_id).as('project_id'),
          row.val(to).as('test_suite_id'),
          row.val(changed_at).as('changed_at'),
          row.val(changed_by).as('changed_by'),
          'deleted.ref',
        ])
        .select(CONTENT_COLUMNS.map((column) => `latest.${column}` as const))
        .where('deleted.deletion_id', '=', id)
        .where('deleted.test_suite_id', '=', from),
    )
    .execute()
  const end = await endOfSuite(db, { id: to, project_id })
  await db
    .updateTable('deleted_test_cases')
    .set((eb) => ({
      test_suite_id: to,
      rank: sql<string>`${end} || rank || ${RANK_END}`,
      revision: eb('revision', '+', 1),
      updated_at: changed_at,
      updated_by: changed_by,
    }))
    .where('deletion_id', '=', id)
    .where('test_suite_id', '=', from)
    .execute()
}
