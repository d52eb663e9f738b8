import { copyFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from 'better-sqlite3'
import { openSqlite } from '#server/sqlite.ts'
import { uploadReport } from './growth-calls.ts'
import { GROWTH_PROJECT } from './growth-report.ts'
import { startTarget, stopTarget } from './load.ts'
import { makeProject } from './project.ts'

/** A database with so many stored results of one project, closed; `database` is its file. */
export type Filled = { size: number; bytes: number; database: string; projectId: string; recordedRunId: string }

const CASES = GROWTH_PROJECT.suites * GROWTH_PROJECT.casesPerSuite
const RUNS_AT_ONCE = 50

const COPY_SUITES = `insert into test_run_suites (test_run_id, test_suite_id, name, number)
  select :copy, test_suite_id, name, number from test_run_suites where test_run_id = :run`
const RESULT_COLUMNS = `test_case_id, case_revision, test_suite_id, suite_number, number, status, expected_value, actual_value, error_message,
  notes, execution_time_ms, executed_at, executed_by, attempts, trace, started_at, has_failed, flaky`
const COPY_RESULTS = `insert into test_results (id, test_run_id, ${RESULT_COLUMNS})
  select new_id(), :copy, ${RESULT_COLUMNS} from test_results where test_run_id = :run order by suite_number, number, id`
const ATTEMPT_COLUMNS = `status, expected_value, actual_value, error_message, notes, execution_time_ms, executed_at, executed_by, trace, started_at`
const COPY_ATTEMPTS = `insert into test_result_attempts (test_result_id, number, ${ATTEMPT_COLUMNS})
  select id, 1, ${ATTEMPT_COLUMNS} from test_results where test_run_id = :copy order by id`

/**
 * Databases of these sizes, ascending, each with the same project: its cases made and its first run uploaded over
 * REST, the other runs copied from that one by SQL.
 */
export async function fillSqlite(folder: string, sizes: number[]): Promise<Filled[]> {
  const growing = join(folder, 'growing.db')
  const { projectId, recordedRunId } = await firstRun(growing)
  const filled: Filled[] = []
  for (const size of sizes.toSorted((a, b) => a - b)) {
    growTo(growing, size / CASES, recordedRunId)
    const database = join(folder, `${size}.db`)
    copyFileSync(growing, database)
    filled.push({ size, bytes: statSync(database).size, database, projectId, recordedRunId })
    console.log(`filled: ${size} results`)
  }
  return filled
}

async function firstRun(file: string): Promise<{ projectId: string; recordedRunId: string }> {
  const assay = await startTarget('./assay.ts', [file])
  try {
    const { token, projectId } = await makeProject(assay.url, GROWTH_PROJECT)
    return { projectId, recordedRunId: await uploadReport(assay.url, token, projectId) }
  } finally {
    await stopTarget(assay)
  }
}

/** Copies the run until there are so many, and leaves everything in the one file. */
function growTo(file: string, runs: number, recordedRunId: string): void {
  const db = openSqlite(file)
  db.pragma('synchronous = OFF')
  db.pragma('foreign_keys = OFF')
  db.pragma('cache_size = -500000')
  const copyRuns = db.transaction((count: number) => {
    for (let copied = 0; copied < count; copied++) copyRun(db, recordedRunId)
  })
  for (let missing = runs - countRuns(db); missing > 0; missing -= RUNS_AT_ONCE) copyRuns(Math.min(missing, RUNS_AT_ONCE))
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
}

function countRuns(db: Database): number {
  return db.prepare('select count(*) from test_runs').pluck().get() as number
}

function copyRun(db: Database, run: string): void {
  const copy = db
    .prepare(`insert into test_runs (id, project_id, description, status, created_at, completed_at, created_by, total, passed, failed, error,
      pending, skipped, flaky) select new_id(), project_id, description, 'completed', created_at, created_at, created_by, total, passed, failed,
      error, pending, skipped, flaky from test_runs where id = ? returning id`)
    .pluck()
    .get(run)
  for (const statement of [COPY_SUITES, COPY_RESULTS, COPY_ATTEMPTS]) db.prepare(statement).run({ copy, run })
}
