import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { type Db, openDatabases } from '#server/database/databases.ts'
import { newIdInSql } from '#server/database/dialect.ts'
import { addProject, failure, junit, signUp } from './data.ts'
import { type Engine, fileOf, newDatabase, type Server, startAssay } from './servers.ts'

/* Databases with a given number of stored results: one project of 10 suites of 100 cases, and 49 small ones. */

/** `projectIds` are those of all projects: the large one first. */
export type Filled = { server: Server; size: number; bytes: number; projectIds: string[]; firstRunId: string }

const CASES_PER_SUITE = 100
const CASES = 10 * CASES_PER_SUITE
const PROJECTS = 50
const RUNS_AT_ONCE = 50
/** Reports that differ from each other, so that some cases pass by turns. */
const VARIANTS = 4

/** Cases and the first runs are made over REST; SQL copies the other runs from these. */
export async function fill(engine: Engine, size: number): Promise<Filled> {
  const filling = await startAssay(await newDatabase(engine))
  const user = await signUp(filling)
  const projectIds = [(await addProject(user, 10, CASES_PER_SUITE)).id]
  while (projectIds.length < PROJECTS) projectIds.push((await addProject(user, 1, 3)).id)
  const runIds: string[] = []
  for (let variant = 0; variant < VARIANTS; variant++)
    runIds.push(await user.report(projectIds[0] as string, growthReport(variant)))
  await filling.kill()
  const bytes = await copyRuns(filling.database, size / CASES, projectIds[0] as string, runIds)
  return { server: await startAssay(filling.database), size, bytes, projectIds, firstRunId: runIds[0] as string }
}

/**
 * A report of all cases. One in twenty fails in every variant, with a trace; one in 25 by turns; one in 100 passes on
 * retry in one variant.
 */
export function growthReport(variant = 0): string {
  const nameOf = (index: number) => `Answers as documented, case ${index + 1}`
  const contentOf = (index: number) => {
    const lines = Array.from({ length: 10 }, (_, line) => `  at com.acme.Checkout.pay${line}(Checkout.java:${index})`)
    const fails = failure('expected ok', `expected ok\n${lines.join('\n')}`)
    if (index % 20 === 0 || (index % 25 === 7 && variant % 2 === 1)) return fails
    return index === 33 && variant === 2 ? fails.replaceAll('failure', 'flakyFailure') : ''
  }
  return junit(CASES, { perSuite: CASES_PER_SUITE, nameOf, contentOf })
}

/** Not durable and without foreign key checks, which is fast. */
const CAREFREE = {
  sqlite: ['synchronous = OFF', 'foreign_keys = OFF', 'cache_size = -500000'],
  postgres: `options=${encodeURIComponent('-c synchronous_commit=off -c session_replication_role=replica')}`,
}

/** Copies the first runs by turns until `runs` exist. Returns the size of the database in bytes. */
async function copyRuns(database: string, runs: number, projectId: string, runIds: string[]): Promise<number> {
  const isFile = database.startsWith('file:')
  const address = isFile ? { file: fileOf({ database }) } : { postgres: `${database}?${CAREFREE.postgres}` }
  const { writer: db, close } = await openDatabases(address)
  if (isFile) for (const setting of CAREFREE.sqlite) await sql.raw(`pragma ${setting}`).execute(db)
  // The run that the project began with has number 1.
  for (let from = runIds.length + 2; from <= runs; from += RUNS_AT_ONCE)
    await db.transaction().execute(async (trx) => {
      for (let number = from; number <= Math.min(runs, from + RUNS_AT_ONCE - 1); number++)
        await copyRun(trx, runIds[(number >> 2) % VARIANTS] as string, number)
    })
  await db.updateTable('projects').set({ last_run_number: runs }).where('id', '=', projectId).execute()
  // The state in which it would be after a while.
  const settling = isFile ? ['pragma wal_checkpoint(TRUNCATE)'] : ['vacuum (analyze)', 'checkpoint']
  for (const statement of settling) await sql.raw(statement).execute(db)
  const size = isFile
    ? sql<{ bytes: number }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`
    : sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`
  const { rows } = await size.execute(db)
  await close()
  return Number(rows[0]?.bytes)
}

/** Copies a run with its results and attempts. */
async function copyRun(db: Db, run: string, number: number): Promise<void> {
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
    sql`insert into test_results (id, test_run_id, ${RESULT}, ${OUTCOME})
      select ${newIdInSql(db)}, ${copy}, ${RESULT}, ${OUTCOME} from test_results where test_run_id = ${run}
      order by suite_number, number, id`,
    sql`insert into test_result_attempts (test_result_id, number, ${OUTCOME})
      select id, attempts, ${OUTCOME} from test_results where test_run_id = ${copy} order by suite_number, number, id`,
    sql`insert into test_result_attempts (test_result_id, number, status, error_message, executed_at)
      select id, 1, 'failed', 'expected ok', executed_at from test_results where test_run_id = ${copy} and flaky = 1`,
  ]
  for (const statement of statements) await statement.execute(db)
}

const columns = (names: string) => sql.join(names.split(' ').map((name) => sql.ref(name)))
const RUN = columns(
  'project_id description created_at created_by duration_ms total passed failed error pending skipped flaky',
)
const SUITE = columns('test_suite_id name number')
const RESULT = columns('test_case_id case_revision test_suite_id suite_number number attempts has_failed flaky')
const OUTCOME = columns(
  'status expected_value actual_value error_message notes execution_time_ms executed_at executed_by trace started_at',
)
