import { type Kysely, sql } from 'kysely'

/**
 * The results of a case are read where they are recorded; their copies in the rows of cases are dropped. The oldest runs
 * join an index that changes with each result anyway.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const index of ['mixed', 'by_oldest', 'run']) await db.schema.dropIndex(`test_case_health_${index}`).execute()
  await sql`create index test_case_health_run
    on test_case_health (project_id, test_case_id, last_run_at, oldest_run_id)`.execute(db)
  for (const column of ['results', 'is_mixed'])
    await db.schema.alterTable('test_case_health').dropColumn(column).execute()
  await db.schema.alterTable('folded_runs').dropColumn('slot').execute()
}
