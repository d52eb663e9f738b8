import { sql, type RawBuilder } from 'kysely'
import { noteResults } from '../database/changes.ts'
import type { Db } from '../database/databases.ts'
import { inList, isPostgres } from '../database/dialect.ts'
import { removeAttachments } from '../deletions/removal.repository.ts'
import type { Authorized } from '../authorize.ts'
import type { TestRunRow } from '../test-runs/test-runs.repository.ts'

/** Few, because each may have a long trace. */
const RESULTS_AT_ONCE = 20
/** Of up to 50,000 characters each. */
const TRACES_AT_ONCE = 80

/** Marks a run that loses its attachments or traces; `trimSome` deletes them. */
export async function markTrimmed(
  db: Db,
  { id }: Authorized<TestRunRow, 'run.delete'>,
  without: readonly ('attachments' | 'traces')[],
): Promise<void> {
  const marks = Object.fromEntries(without.map((what) => [`trims_${what}`, 1]))
  await db
    .updateTable('test_runs')
    .set({ ...marks, trimmed_to: null })
    .where('id', '=', id)
    .execute()
}

export async function findTrimmed(db: Db): Promise<{ id: string } | undefined> {
  return await db
    .selectFrom('test_runs')
    .select('id')
    .where((eb) => eb.or([eb('trims_attachments', '=', eb.lit(1)), eb('trims_traces', '=', eb.lit(1))]))
    .limit(1)
    .executeTakeFirst()
}

/** Deletes attachments and traces of some results of a run, in the order of their cases. Returns whether none is left. */
export async function trimSome(db: Db, { id }: { id: string }): Promise<boolean> {
  const run = await db
    .selectFrom('test_runs')
    .select(['trims_attachments', 'trims_traces', 'trimmed_to'])
    .where('id', '=', id)
    .executeTakeFirst()
  // Somebody has reopened or deleted it.
  if (!run || (run.trims_attachments !== 1 && run.trims_traces !== 1)) return true
  const results = await db
    .selectFrom('test_results')
    .select(['id', 'test_case_id', 'attachments'])
    .select((eb) => eb('trace', 'is not', null).as('has_trace'))
    .where('test_run_id', '=', id)
    .where('test_case_id', '>', run.trimmed_to ?? '')
    .orderBy('test_case_id')
    .limit(RESULTS_AT_ONCE)
    .execute()
  const ids = results.map((result) => result.id)
  if (run.trims_attachments === 1) {
    const shown = results.flatMap((result) => (result.attachments === null ? [] : [result.id]))
    if (shown.length > 0) await hideAttachments(db, id, shown)
    if (await removeAttachments(db, sql`test_result_id in ${inList(db, ids)}`)) return false
  }
  if (run.trims_traces === 1) {
    const shown = results.flatMap((result) => (result.has_trace ? [result.id] : []))
    if (shown.length > 0) await clearTraces(db, id, shown)
    if (await clearAttempts(db, ids)) return false
  }
  if (results.length === RESULTS_AT_ONCE) {
    await db
      .updateTable('test_runs')
      .set({ trimmed_to: results.at(-1)?.test_case_id ?? null })
      .where('id', '=', id)
      .execute()
    return false
  }
  const done = (mark: 0 | 1 | 2) => (mark === 1 ? 2 : mark)
  const marks = { trims_attachments: done(run.trims_attachments), trims_traces: done(run.trims_traces) } as const
  await db
    .updateTable('test_runs')
    .set({ ...marks, trimmed_to: null })
    .where('id', '=', id)
    .execute()
  return true
}

async function hideAttachments(db: Db, testRunId: string, ids: string[]): Promise<void> {
  await db.updateTable('attachments').set({ is_stored: 0 }).where('test_result_id', 'in', inList(db, ids)).execute()
  await db.updateTable('test_results').set({ attachments: null }).where('id', 'in', inList(db, ids)).execute()
  noteResults(db, testRunId, ids)
}

async function clearTraces(db: Db, testRunId: string, ids: string[]): Promise<void> {
  await db.updateTable('test_results').set({ trace: null }).where('id', 'in', inList(db, ids)).execute()
  noteResults(db, testRunId, ids)
}

/** Returns whether some may be left. */
async function clearAttempts(db: Db, resultIds: string[]): Promise<boolean> {
  const row: RawBuilder<unknown> = sql.raw(isPostgres(db) ? 'ctid' : 'rowid')
  const { numAffectedRows } = await sql`update test_result_attempts set trace = null where ${row} in (
    select ${row} from test_result_attempts where test_result_id in ${inList(db, resultIds)} and trace is not null
    limit ${sql.lit(TRACES_AT_ONCE)})`.execute(db)
  return numAffectedRows === BigInt(TRACES_AT_ONCE)
}
