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

/** The earlier version counts all runs again, and copies their results. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`delete from folded_runs`.execute(db)
  await sql`update test_case_health set oldest_run_id = null, runs = 0, executions = 0, flips = 0, passed_on_retry = 0,
    score = 0, volume = 0, last_flaky_at = null, last_flake_run_id = null, is_broken = 0, broken_at = null,
    median_ms = null, timed_runs = 0`.execute(db)
  await sql`alter table folded_runs add column slot bigint not null default 0`.execute(db)
  await sql`alter table test_case_health add column is_mixed integer not null default 0`.execute(db)
  await sql`alter table test_case_health add column results text not null default ''`.execute(db)
  await db.schema.dropIndex('test_case_health_run').execute()
  await sql`create index test_case_health_run on test_case_health (project_id, test_case_id, last_run_at)`.execute(db)
  await sql`create index test_case_health_by_oldest on test_case_health (project_id, oldest_run_id)`.execute(db)
  await sql`create index test_case_health_mixed on test_case_health (project_id) where is_mixed = 1`.execute(db)
}
