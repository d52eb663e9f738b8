import { type Kysely, sql } from 'kysely'

/** The number of newest runs that count. */
const WINDOW = 100

/**
 * Summaries of results by run and by case, which the server updates afterwards. No foreign keys: a deleted run keeps
 * its row until its results are subtracted from the cases, and a deleted case may be restored.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table folded_runs (
    test_run_id text not null primary key,
    project_id text not null references projects (id) on delete cascade,
    slot bigint not null,
    version text not null,
    branch text,
    environment text,
    new_failures integer,
    suites text not null,
    results text not null
  )`.execute(db)
  await sql`create index folded_runs_in_order on folded_runs (project_id, test_run_id)`.execute(db)
  await sql`create table test_case_health (
    test_case_id text not null primary key,
    project_id text not null references projects (id) on delete cascade,
    last_run_id text references test_runs (id) on delete set null,
    last_run_at text,
    oldest_run_id text,
    runs integer not null,
    executions integer not null,
    flips integer not null,
    passed_on_retry integer not null,
    score double precision not null,
    volume double precision not null,
    last_flaky_at text,
    last_flake_run_id text,
    is_mixed integer not null,
    is_broken integer not null,
    broken_at text,
    median_ms double precision,
    timed_runs integer not null,
    results text not null
  )`.execute(db)
  await sql`create index test_case_health_by_oldest on test_case_health (project_id, oldest_run_id)`.execute(db)
  await sql`create index test_case_health_by_last on test_case_health (last_run_id)`.execute(db)
  await sql`create index test_case_health_run on test_case_health (project_id, test_case_id, last_run_at)`.execute(db)
  await sql`create index test_case_health_flaky on test_case_health (project_id, volume, test_case_id, last_flaky_at)
    where volume > 0`.execute(db)
  await sql`create index test_case_health_mixed on test_case_health (project_id) where is_mixed = 1`.execute(db)
  await sql`create index test_case_health_broken on test_case_health (project_id, broken_at) where is_broken = 1`.execute(
    db,
  )
  await sql`create index test_case_health_slow on test_case_health (project_id, median_ms)
    where median_ms is not null`.execute(db)
  await sql`create index test_case_health_lost on test_case_health (project_id)
    where last_run_id is null and last_run_at is not null`.execute(db)
  await giveLastRuns(db)
}

/** The last execution of each case, if it was before the runs that the server will read. */
async function giveLastRuns(db: Kysely<unknown>): Promise<void> {
  await sql`insert into test_case_health (test_case_id, project_id, last_run_id, last_run_at, runs, executions, flips,
      passed_on_retry, score, volume, is_mixed, is_broken, timed_runs, results)
    select last.test_case_id, last.project_id, last.run_id, test_results.executed_at, 0, 0, 0, 0, 0, 0, 0, 0, 0, ''
    from (
      select test_cases.id as test_case_id, test_cases.project_id, (
        select older.test_run_id from test_results as older
        where older.test_case_id = test_cases.id and older.status <> 'pending' and older.status <> 'skipped'
          and older.test_run_id < windows.first_run
        order by older.test_run_id desc limit 1
      ) as run_id
      from (
        select projects.id as project_id, (
          select test_runs.id from test_runs where test_runs.project_id = projects.id
          order by test_runs.id desc limit 1 offset ${sql.lit(WINDOW - 1)}
        ) as first_run from projects
      ) as windows
      inner join test_cases on test_cases.project_id = windows.project_id
      where windows.first_run is not null
    ) as last
    inner join test_results on test_results.test_case_id = last.test_case_id and test_results.test_run_id = last.run_id
    `.execute(db)
}
