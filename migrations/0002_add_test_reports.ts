import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await addAutomationKeys(db)
  await addFlakyResults(db)
  await createTestReports(db)
  await createIdempotencyKeys(db)
}

async function addAutomationKeys(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('test_cases').addColumn('automation_key', 'text').execute()
  await db.schema
    .createIndex('test_cases_by_automation_key')
    .unique()
    .on('test_cases')
    .columns(['project_id', 'automation_key'])
    .execute()
  await db.schema.createIndex('test_cases_by_name').on('test_cases').columns(['test_suite_id', 'name']).execute()
  await db.schema.createIndex('test_suites_by_name').on('test_suites').columns(['project_id', 'name']).execute()
}

/** Existing results start with has_failed 0: their history cannot tell a failure from a corrected entry. */
async function addFlakyResults(db: Kysely<unknown>): Promise<void> {
  for (const table of ['test_results', 'test_result_attempts'])
    for (const column of ['trace', 'started_at']) await db.schema.alterTable(table).addColumn(column, 'text').execute()
  for (const [table, column] of [
    ['test_results', 'has_failed'],
    ['test_results', 'flaky'],
    ['test_runs', 'flaky'],
  ] as const)
    await db.schema
      .alterTable(table)
      .addColumn(column, 'integer', (added) => added.notNull().defaultTo(sql`0`))
      .execute()
  await coverByStatus(db)
  await db.schema.alterTable('test_runs').addColumn('key', 'text').execute()
  await db.schema.createIndex('test_runs_by_key').unique().on('test_runs').columns(['project_id', 'key']).execute()
}

/** A covering index for the counts of a run's suites. */
async function coverByStatus(db: Kysely<unknown>): Promise<void> {
  const columns = ['test_run_id', 'status', 'suite_number', 'number', 'id', 'test_suite_id', 'flaky']
  await db.schema.dropIndex('test_results_by_status').execute()
  await db.schema.createIndex('test_results_by_status').on('test_results').columns(columns).execute()
}

async function createTestReports(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('test_reports')
    .addColumn('test_run_id', 'text', (column) => column.notNull().references('test_runs.id').onDelete('cascade'))
    .addColumn('digest', 'text', (column) => column.notNull())
    .addColumn('shard', 'text')
    .addColumn('completes', 'integer', (column) => column.notNull())
    .addColumn('answer', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('test_reports_key', ['test_run_id', 'digest'])
    .execute()
}

async function createIdempotencyKeys(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('idempotency_keys')
    .addColumn('caller', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('request', 'text', (column) => column.notNull())
    .addColumn('answer', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('idempotency_keys_key', ['caller', 'key'])
    .execute()
  await db.schema.createIndex('idempotency_keys_by_time').on('idempotency_keys').column('created_at').execute()
}
