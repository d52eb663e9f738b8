import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '#server/database/databases.ts'
import { newIdInSql } from '#server/database/dialect.ts'
import { addProject, inPlace, signUp } from './servers.ts'
import type { Store } from './stores.ts'

/* Databases with a given number of stored results in one project of 10 suites of 100 cases. */

/** `projectIds` are those of all projects: the large one, and small ones. */
type FirstRuns = { projectId: string; projectIds: string[]; recordedRunId: string; runIds: string[] }
export type Filled = FirstRuns & { size: number; bytes: number; url: string }

const SIZE = { suites: 10, casesPerSuite: 100 }
const CASES = SIZE.suites * SIZE.casesPerSuite
const RUNS_AT_ONCE = 50
const SMALL_PROJECTS = 49
/** Reports that differ from each other, so that some cases pass by turns. */
const VARIANTS = 4

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
  return await inPlace(async ({ assay }) => {
    const user = await signUp(await assay(url))
    const { id } = await addProject(user, SIZE)
    const projectIds = [id]
    while (projectIds.length <= SMALL_PROJECTS)
      projectIds.push((await addProject(user, { suites: 1, casesPerSuite: 3 })).id)
    const runIds: string[] = []
    while (runIds.length < VARIANTS) runIds.push(await user.report(id, growthReport(runIds.length)))
    return { projectId: id, projectIds, recordedRunId: runIds[0] as string, runIds }
  })
}

/**
 * A JUnit report of all cases. One in twenty fails in every variant, with a trace; one in 25 by turns; one in 100 passes
 * on retry in one variant. Each report is unique.
 */
export function growthReport(variant = 0): string {
  const testCase = (index: number) => {
    const lines = Array.from({ length: 10 }, (_, line) => `  at com.acme.Checkout.pay${line}(Checkout.java:${index})`)
    const element = elementOf(index, variant)
    const text = `message="expected ok" type="AssertionError">expected ok\n${lines.join('\n')}`
    const failure = element && `<${element} ${text}</${element}>`
    return `<testcase name="Answers as documented, case ${index + 1}" time="0.0${index}">${failure}</testcase>`
  }
  const cases = Array.from({ length: SIZE.casesPerSuite }, (_, index) => testCase(index)).join('')
  const suites = Array.from({ length: SIZE.suites }, (_, suite) => {
    return `<testsuite name="Suite ${suite + 1}" tests="${SIZE.casesPerSuite}">${cases}</testsuite>`
  })
  return `<testsuites name="${crypto.randomUUID()}">${suites.join('\n')}</testsuites>`
}

function elementOf(index: number, variant: number): string {
  if (index % 20 === 0 || (index % 25 === 7 && variant % 2 === 1)) return 'failure'
  return index === 33 && variant === 2 ? 'flakyFailure' : ''
}

/** Copies the first runs by turns until `runs` exist. */
async function growTo(db: Db, runs: number, { projectId, runIds }: FirstRuns): Promise<void> {
  const stored = db.selectFrom('test_runs').select((eb) => eb.fn.countAll<number>().as('count'))
  const { count } = await stored.where('project_id', '=', projectId).executeTakeFirstOrThrow()
  for (let from = count + 1; from <= runs; from += RUNS_AT_ONCE)
    await db.transaction().execute(async (trx) => {
      for (let number = from; number <= Math.min(runs, from + RUNS_AT_ONCE - 1); number++)
        await copyRun(trx, runIds[(number >> 2) % VARIANTS] as string, number)
    })
  await db.updateTable('projects').set({ last_run_number: runs }).where('id', '=', projectId).execute()
  await db.destroy()
}

const RUN = sql.raw(
  'project_id, description, created_at, created_by, duration_ms, total, passed, failed, error, pending, skipped, flaky',
)
const SUITE = sql.raw('test_suite_id, name, number')
const OUTCOME =
  'status, expected_value, actual_value, error_message, notes, execution_time_ms, executed_at, executed_by, trace, started_at'
const RESULT = sql.raw(
  `test_case_id, case_revision, test_suite_id, suite_number, number, attempts, has_failed, flaky, ${OUTCOME}`,
)
const ATTEMPT = sql.raw(OUTCOME)

/** Copies a run with its results and attempts. */
export async function copyRun(db: Db, run: string, number: number): Promise<void> {
  const copy = uuidv7()
  const branch = number % 4 < 3 ? 'main' : `feature/${number % 40}`
  const environment = number % 2 === 0 ? 'production' : 'staging'
  const text = `r${number}\n${branch}`
  const statements = [
    sql`insert into test_runs (id, ref, status, completed_at, branch, environment, search_text, ${RUN})
      select ${copy}, ${`R${number}`}, 'completed', created_at, ${branch}, ${environment}, ${text}, ${RUN}
      from test_runs where id = ${run}`,
    sql`insert into test_run_suites (test_run_id, ${SUITE})
      select ${copy}, ${SUITE} from test_run_suites where test_run_id = ${run}`,
    sql`insert into test_results (id, test_run_id, ${RESULT})
      select ${newIdInSql(db)}, ${copy}, ${RESULT} from test_results where test_run_id = ${run}
      order by suite_number, number, id`,
    sql`insert into test_result_attempts (test_result_id, number, ${ATTEMPT})
      select id, attempts, ${ATTEMPT} from test_results where test_run_id = ${copy} order by suite_number, number, id`,
    sql`insert into test_result_attempts (test_result_id, number, status, error_message, executed_at)
      select id, 1, 'failed', 'expected ok', executed_at from test_results where test_run_id = ${copy} and flaky = 1`,
  ]
  for (const statement of statements) await statement.execute(db)
}
