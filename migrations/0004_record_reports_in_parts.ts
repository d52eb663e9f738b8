import { type Kysely, sql } from 'kysely'

const REPORT_TEXTS = ['id', 'sent_by', 'idempotency', 'touched_at']
const REPORT_NUMBERS = ['is_retry', 'created', 'recorded', 'executions']
const ATTEMPT_TEXTS = ['test_report_id', 'reported_test']

export async function up(db: Kysely<unknown>): Promise<void> {
  await addNumber(db, 'test_runs', 'is_receiving')
  await sql`create index test_runs_receiving on test_runs (is_receiving) where is_receiving = 1`.execute(db)
  for (const column of ATTEMPT_TEXTS) await addText(db, 'test_result_attempts', column)
  for (const column of REPORT_TEXTS) await addText(db, 'test_reports', column)
  for (const column of REPORT_NUMBERS) await addNumber(db, 'test_reports', column)
  await sql`update test_reports set id = test_run_id || ' ' || digest`.execute(db)
  await db.schema.createIndex('test_reports_by_id').unique().on('test_reports').column('id').execute()
  await db.schema.createIndex('test_reports_unfinished').on('test_reports').column('touched_at').execute()
  await createParts(db)
}

/** No foreign key: the parts are stored before their report. */
async function createParts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('test_report_parts')
    .addColumn('test_report_id', 'text', (column) => column.notNull())
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('tests', 'text', (column) => column.notNull())
    .addColumn('stored_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('test_report_parts_key', ['test_report_id', 'number'])
    .execute()
}

const addText = (db: Kysely<unknown>, table: string, column: string) =>
  db.schema.alterTable(table).addColumn(column, 'text').execute()

const addNumber = (db: Kysely<unknown>, table: string, column: string) =>
  db.schema
    .alterTable(table)
    .addColumn(column, 'integer', (added) => added.notNull().defaultTo(sql`0`))
    .execute()
