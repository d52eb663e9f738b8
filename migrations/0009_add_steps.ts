import { type Kysely, sql } from 'kysely'

const OF_CASES = ['test_cases', 'test_case_revisions']
const OF_RESULTS = ['test_results', 'test_result_attempts']

/** New columns are null or 0 in all rows, so no table is copied. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of [...OF_CASES, ...OF_RESULTS])
    await db.schema.alterTable(table).addColumn('steps', 'text').execute()
  for (const table of OF_RESULTS)
    await db.schema
      .alterTable(table)
      .addColumn('is_status_by_hand', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
  await db.schema.alterTable('test_results').addColumn('assignee_id', 'text').execute()
  const assigned = db.schema.createIndex('test_results_assigned').on('test_results')
  await assigned.columns(['test_run_id', 'assignee_id']).where(sql.ref('assignee_id'), 'is not', null).execute()
}
