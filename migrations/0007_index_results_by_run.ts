import { type Kysely, sql, SqliteAdapter } from 'kysely'

const IN_ORDER = ['test_run_id', 'suite_number', 'number', 'id']
const BY_STATUS = ['test_run_id', 'status', 'suite_number', 'number', 'id', 'test_suite_id', 'flaky']
const BY_CASE = ', constraint "test_results_once" unique ("test_case_id", "test_run_id")'

/**
 * Reverses the columns of the unique index. The results of a new run are inserted side by side, instead of each on the
 * page of its case. Results enter the index by case with their first execution.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (db.getExecutor().adapter instanceof SqliteAdapter) await rebuild(db)
  else await db.schema.alterTable('test_results').dropConstraint('test_results_once').execute()
  const byRun = db.schema.createIndex('test_results_once').unique().on('test_results')
  await byRun.columns(['test_run_id', 'test_case_id']).execute()
  const byCase = db.schema.createIndex('test_results_executed').on('test_results')
  await byCase.columns(['test_case_id', 'test_run_id']).where(sql.ref('status'), '<>', sql.lit('pending')).execute()
}

/**
 * SQLite cannot drop a constraint, so the table is copied. The indexes are dropped first, to reuse their pages, and
 * created after the copy, which is faster than updating them.
 */
async function rebuild(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{
    text: string
  }>`select sql as text from sqlite_master where name = 'test_results'`.execute(db)
  const before = rows[0]?.text ?? ''
  const after = before.replace(BY_CASE, '')
  if (after === before) throw new Error('test_results is not as migration 0006 left it')
  for (const index of ['test_results_in_order', 'test_results_by_status']) await db.schema.dropIndex(index).execute()
  await sql.raw(after.replace('"test_results"', '"test_results_rebuilt"')).execute(db)
  // With `*` and equal columns, SQLite copies the rows without decoding them.
  await sql`insert into test_results_rebuilt select * from test_results`.execute(db)
  await db.schema.dropTable('test_results').execute()
  await db.schema.alterTable('test_results_rebuilt').renameTo('test_results').execute()
  await db.schema.createIndex('test_results_in_order').on('test_results').columns(IN_ORDER).execute()
  await db.schema.createIndex('test_results_by_status').on('test_results').columns(BY_STATUS).execute()
}
