import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../database/databases.ts'
import { deleteSome, inList } from '../database/dialect.ts'

/* Removes rows of records that were deleted for good, child rows first. A statement deletes at most this many. */

const ROWS = 200
/** Attachment bytes are in chunks of 256 kB. */
const CHUNKS = 8
const RESULTS = 100

/** A hidden record that was deleted for good. */
export type Removed = { project: string } | { testRun: string }

export async function findRemoved(db: Db): Promise<Removed | undefined> {
  const now = new Date().toISOString()
  const run = await db.selectFrom('test_runs').select('id').where('remove_after', '<=', now).limit(1).executeTakeFirst()
  if (run) return { testRun: run.id }
  const project = await db
    .selectFrom('projects')
    .select('id')
    .where('deleted_at', '<=', now)
    .limit(1)
    .executeTakeFirst()
  return project && { project: project.id }
}

/** Removes some rows of a hidden run or project. Returns whether none is left. */
export async function removeRows(db: Db, removed: Removed): Promise<boolean> {
  return 'testRun' in removed ? await removeFromRun(db, removed.testRun) : await removeFromProject(db, removed.project)
}

async function removeFromRun(db: Db, id: string): Promise<boolean> {
  // Its server may have continued to start the run.
  const run = await db
    .selectFrom('test_runs')
    .select('project_id')
    .where('id', '=', id)
    .where('remove_after', '<=', new Date().toISOString())
    .executeTakeFirst()
  if (!run) return true
  return await removeAllOfRun(db, id)
}

async function removeAllOfRun(db: Db, id: string): Promise<boolean> {
  const results = await db
    .selectFrom('test_results')
    .select('id')
    .where('test_run_id', '=', id)
    .limit(RESULTS)
    .execute()
  if (results.length > 0) {
    const ids = inList(
      db,
      results.map((result) => result.id),
    )
    if (await removeAttachments(db, sql`test_result_id in ${ids}`)) return false
    if (await isLeft(db, 'test_result_attempts', sql`test_result_id in ${ids}`)) return false
    await sql`delete from test_results where id in ${ids}`.execute(db)
    return false
  }
  // The quality folder then searches for the last run of these cases.
  const cases = sql`select test_case_id from test_case_health where last_run_id = ${id} limit ${sql.lit(ROWS)}`
  const { numAffectedRows } =
    await sql`update test_case_health set last_run_id = null where test_case_id in (${cases})`.execute(db)
  if (numAffectedRows === BigInt(ROWS)) return false
  for (const table of ['test_run_suites', 'received_results'])
    if (await isLeft(db, table, sql`test_run_id = ${id}`)) return false
  await db.deleteFrom('test_runs').where('id', '=', id).execute()
  return true
}

type OfProject = [table: string, where: (project: string) => RawBuilder<unknown>]

/** Emptied before the row of a project. Runs and attachments are removed earlier; foreign keys delete the rest. */
const OF_PROJECT: OfProject[] = [
  ['deliveries', (id) => sql`event_id in (select id from outgoing_events where project_id = ${id})`],
  ['changed_cases', (id) => sql`change_id in (select id from case_changes where project_id = ${id})`],
  ...['imported_test_cases', 'import_parts'].map((table): OfProject => [
    table,
    (id) => sql`import_id in (select id from imports where project_id = ${id})`,
  ]),
  ['deleted_test_cases', (id) => sql`deletion_id in (select id from deletions where project_id = ${id})`],
  ['deleted_test_suites', (id) => sql`deletion_id in (select id from deletions where project_id = ${id})`],
  ...[
    'outgoing_events',
    'webhooks',
    'notices',
    'imports',
    'case_changes',
    'deletions',
    'test_case_health',
    'folded_runs',
    'quarantined_test_cases',
    'test_cases',
    'test_case_revisions',
    'test_suites',
  ].map((table): OfProject => [table, (id) => sql`project_id = ${id}`]),
]

async function removeFromProject(db: Db, id: string): Promise<boolean> {
  const run = await db.selectFrom('test_runs').select('id').where('project_id', '=', id).limit(1).executeTakeFirst()
  if (run) {
    await removeAllOfRun(db, run.id)
    return false
  }
  if (await removeAttachments(db, sql`project_id = ${id}`)) return false
  for (const [table, where] of OF_PROJECT) if (await isLeft(db, table, where(id))) return false
  await db.deleteFrom('projects').where('id', '=', id).where('deleted_at', 'is not', null).execute()
  return true
}

/** Deletes some attachments, chunk by chunk. Returns whether some may be left. */
export async function removeAttachments(db: Db, where: RawBuilder<unknown>): Promise<boolean> {
  const bytes = sql`attachment_id in (select id from attachments where ${where})`
  if ((await deleteSome(db, 'attachment_chunks', bytes, CHUNKS)) === CHUNKS) return true
  return await isLeft(db, 'attachments', where)
}

async function isLeft(db: Db, table: string, where: RawBuilder<unknown>): Promise<boolean> {
  return (await deleteSome(db, table, where, ROWS)) === ROWS
}
