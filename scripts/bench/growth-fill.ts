import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '#server/database/databases.ts'
import { newIdInSql } from '#server/database/dialect.ts'
import { GROWTH_PROJECT, uploadReport, VARIANTS } from './growth-report.ts'
import type { Store } from './growth-stores.ts'
import { startTarget, stopTarget } from './load.ts'
import { apiOf } from '../seed/api.ts'
import { addProject, makeProject } from './project.ts'

/** A database with a given number of stored results in one project. `url` is its `DATABASE_URL`. */
export type Filled = FirstRuns & { size: number; bytes: number; url: string }

/** `projectIds` are those of all projects: the large one, and small ones. */
type FirstRuns = { projectId: string; projectIds: string[]; recordedRunId: string; variantIds: string[] }

const CASES = GROWTH_PROJECT.suites * GROWTH_PROJECT.casesPerSuite
const RUNS_AT_ONCE = 50
const SMALL_PROJECTS = 49

const RUN_COLUMNS = sql.raw(
  'project_id, description, created_at, created_by, duration_ms, total, passed, failed, error, pending, skipped, flaky',
)
const SUITE_COLUMNS = sql.raw('test_suite_id, name, number')
const RESULT_COLUMNS =
  sql.raw(`test_case_id, case_revision, test_suite_id, suite_number, number, status, expected_value, actual_value,
  error_message, notes, execution_time_ms, executed_at, executed_by, attempts, trace, started_at, has_failed, flaky`)
const ATTEMPT_COLUMNS =
  sql.raw(`status, expected_value, actual_value, error_message, notes, execution_time_ms, executed_at, executed_by, trace,
  started_at`)

/**
 * Creates databases of these sizes, ascending, with the same project. Cases and the first runs are made over REST; SQL
 * copies the other runs from these. Each database grows from a copy of the previous one.
 */
export async function fill(store: Store, sizes: number[]): Promise<Filled[]> {
  const filled: Filled[] = []
  let first: FirstRuns | undefined
  for (const size of sizes.toSorted((a, b) => a - b)) {
    const url = await store.create(size, filled.at(-1)?.url)
    first ??= await makeFirstRuns(url)
    await growTo(await store.open(url), size / CASES, first)
    filled.push({ size, bytes: await store.settle(url), url, ...first })
    console.log(`filled: ${store.name}, ${size} results`)
  }
  return filled
}

async function makeFirstRuns(url: string): Promise<FirstRuns> {
  const assay = await startTarget('./assay.ts', [url])
  try {
    const { token, projectId } = await makeProject(assay.url, GROWTH_PROJECT)
    const projectIds = [projectId]
    for (let made = 0; made < SMALL_PROJECTS; made++) {
      const small = await addProject(apiOf(assay.url, token), { suites: 1, casesPerSuite: 3 })
      projectIds.push(small.projectId)
    }
    const variantIds: string[] = []
    for (let variant = 0; variant < VARIANTS; variant++)
      variantIds.push(await uploadReport(assay.url, token, projectId, variant))
    return { projectId, projectIds, recordedRunId: variantIds[0] as string, variantIds }
  } finally {
    await stopTarget(assay)
  }
}

/** Copies the first runs by turns until `runs` exist. */
async function growTo(db: Db, runs: number, { projectId, variantIds }: FirstRuns): Promise<void> {
  const { count } = await db
    .selectFrom('test_runs')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  for (let from = count + 1; from <= runs; from += RUNS_AT_ONCE)
    await db.transaction().execute(async (trx) => {
      for (let number = from; number <= Math.min(runs, from + RUNS_AT_ONCE - 1); number++)
        await copyRun(trx, variantIds[(number >> 2) % VARIANTS] as string, number)
    })
  await db.updateTable('projects').set({ last_run_number: runs }).where('id', '=', projectId).execute()
  await db.destroy()
}

/** Copies a run with its results and attempts. */
export async function copyRun(db: Db, run: string, number: number): Promise<void> {
  const copy = uuidv7()
  const branch = number % 4 < 3 ? 'main' : `feature/${number % 40}`
  const environment = number % 2 === 0 ? 'production' : 'staging'
  const searched = `r${number}\n${branch}`
  await sql`insert into test_runs (id, ref, status, completed_at, branch, environment, search_text, ${RUN_COLUMNS})
    select ${copy}, ${`R${number}`}, 'completed', created_at, ${branch}, ${environment}, ${searched}, ${RUN_COLUMNS}
    from test_runs where id = ${run}`.execute(db)
  await sql`insert into test_run_suites (test_run_id, ${SUITE_COLUMNS})
    select ${copy}, ${SUITE_COLUMNS} from test_run_suites where test_run_id = ${run}`.execute(db)
  await sql`insert into test_results (id, test_run_id, ${RESULT_COLUMNS})
    select ${newIdInSql(db)}, ${copy}, ${RESULT_COLUMNS} from test_results where test_run_id = ${run} order by suite_number, number, id`.execute(
    db,
  )
  await sql`insert into test_result_attempts (test_result_id, number, ${ATTEMPT_COLUMNS})
    select id, attempts, ${ATTEMPT_COLUMNS} from test_results where test_run_id = ${copy}
    order by suite_number, number, id`.execute(db)
  await sql`insert into test_result_attempts (test_result_id, number, status, error_message, executed_at)
    select id, 1, 'failed', 'expected ok', executed_at from test_results where test_run_id = ${copy} and flaky = 1`.execute(
    db,
  )
}
