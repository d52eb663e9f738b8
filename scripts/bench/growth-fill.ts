import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '#server/database/databases.ts'
import { newIdInSql } from '#server/database/dialect.ts'
import { GROWTH_PROJECT, uploadReport } from './growth-report.ts'
import type { Store } from './growth-stores.ts'
import { startTarget, stopTarget } from './load.ts'
import { makeProject } from './project.ts'

/** A database with a given number of stored results in one project. `url` is its `DATABASE_URL`. */
export type Filled = { size: number; bytes: number; url: string; projectId: string; recordedRunId: string }

type FirstRun = { projectId: string; recordedRunId: string }

const CASES = GROWTH_PROJECT.suites * GROWTH_PROJECT.casesPerSuite
const RUNS_AT_ONCE = 50

const RUN_COLUMNS = sql.raw(
  'project_id, description, search_text, created_at, created_by, duration_ms, branch, environment, total, passed, failed, error, pending, skipped, flaky',
)
const SUITE_COLUMNS = sql.raw('test_suite_id, name, number')
const RESULT_COLUMNS =
  sql.raw(`test_case_id, case_revision, test_suite_id, suite_number, number, status, expected_value, actual_value,
  error_message, notes, execution_time_ms, executed_at, executed_by, attempts, trace, started_at, has_failed, flaky`)
const ATTEMPT_COLUMNS =
  sql.raw(`status, expected_value, actual_value, error_message, notes, execution_time_ms, executed_at, executed_by, trace,
  started_at`)

/**
 * Creates databases of these sizes, ascending, with the same project. Cases and the first run are made over REST; SQL
 * copies the other runs from it. Each database grows from a copy of the previous one.
 */
export async function fill(store: Store, sizes: number[]): Promise<Filled[]> {
  const filled: Filled[] = []
  let first: FirstRun | undefined
  for (const size of sizes.toSorted((a, b) => a - b)) {
    const url = await store.create(size, filled.at(-1)?.url)
    first ??= await makeFirstRun(url)
    await growTo(await store.open(url), size / CASES, first.recordedRunId)
    filled.push({ size, bytes: await store.settle(url), url, ...first })
    console.log(`filled: ${store.name}, ${size} results`)
  }
  return filled
}

async function makeFirstRun(url: string): Promise<FirstRun> {
  const assay = await startTarget('./assay.ts', [url])
  try {
    const { token, projectId } = await makeProject(assay.url, GROWTH_PROJECT)
    return { projectId, recordedRunId: await uploadReport(assay.url, token, projectId) }
  } finally {
    await stopTarget(assay)
  }
}

/** Copies the run until `runs` exist. */
async function growTo(db: Db, runs: number, recordedRunId: string): Promise<void> {
  const { count } = await db
    .selectFrom('test_runs')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  for (let missing = runs - count; missing > 0; missing -= RUNS_AT_ONCE)
    await db.transaction().execute(async (trx) => {
      for (let copied = 0; copied < Math.min(missing, RUNS_AT_ONCE); copied++)
        await copyRun(trx, recordedRunId, `R${runs - missing + copied + 1}`)
    })
  await db.destroy()
}

async function copyRun(db: Db, run: string, ref: string): Promise<void> {
  const copy = uuidv7()
  await sql`insert into test_runs (id, ref, status, completed_at, ${RUN_COLUMNS})
    select ${copy}, ${ref}, 'completed', created_at, ${RUN_COLUMNS} from test_runs where id = ${run}`.execute(db)
  await sql`insert into test_run_suites (test_run_id, ${SUITE_COLUMNS})
    select ${copy}, ${SUITE_COLUMNS} from test_run_suites where test_run_id = ${run}`.execute(db)
  await sql`insert into test_results (id, test_run_id, ${RESULT_COLUMNS})
    select ${newIdInSql(db)}, ${copy}, ${RESULT_COLUMNS} from test_results where test_run_id = ${run} order by suite_number, number, id`.execute(
    db,
  )
  await sql`insert into test_result_attempts (test_result_id, number, ${ATTEMPT_COLUMNS})
    select id, 1, ${ATTEMPT_COLUMNS} from test_results where test_run_id = ${copy} order by suite_number, number, id`.execute(
    db,
  )
}
