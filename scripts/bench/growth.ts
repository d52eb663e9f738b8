import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { type Db, openDatabases } from '#server/database/databases.ts'
import { newIdInSql } from '#server/database/dialect.ts'
import { addProject, failure, junit, recordAnother, signIn, signUp, untilCounted, type User } from './data.ts'
import { type Bar, type Figures, median, ms, percentile } from './figures.ts'
import { timeOf } from './load.ts'
import { endAll, type Engine, ENGINES, fileOf, newDatabase, startAssay } from './servers.ts'

/*
 * Cost of calls against the number of stored results, in one project of 10 suites of 100 cases and 49 small ones: one
 * server per size, interleaved. GROWTH=10000,100000 sets the sizes, GROWTH_ON=sqlite the engines; GROWTH_CALLS=quality
 * leaves out the calls that do not choose, compare or show runs.
 */

const { GROWTH = '10000,100000,1000000,10000000', GROWTH_ON = 'sqlite,postgres', GROWTH_CALLS } = process.env
const ROUNDS = 7

/** `projectIds` are those of all projects: the large one first. */
type Filled = { user: User; size: number; bytes: number; projectIds: string[]; firstRunId: string }

const CASES_PER_SUITE = 100
const CASES = 10 * CASES_PER_SUITE
const PROJECTS = 50
const RUNS_AT_ONCE = 50
/** Reports that differ from each other, so that some cases pass by turns. */
const VARIANTS = 4

/** What the calls are made on: a run of 1,000 results to record in, pages of a history, runs that are removed again. */
type Subject = Filled & { caseIds: string[]; started: string[] } & Record<
    'project' | 'runningId' | 'next' | 'middle',
    string
  >
type Act = (subject: Subject, index: number) => Promise<unknown>
/** `change` is made before each call, outside its time: then the read is a first one, not one from the byte cache. */
type Call = [name: string, perRound: number, run: Act, change?: Act]

const get =
  (path: (subject: Subject, index: number) => string): Act =>
  (subject, index) =>
    subject.user.call('GET', path(subject, index))
const record = ({ user, caseIds }: Subject, index: number, testRunId: string, actualValue: string) =>
  user.call('POST', `/test-cases/${caseIds[index]}/execute`, { testRunId, actualValue })
const change: Act = ({ user, caseIds: [first = ''], firstRunId }) => recordAnother(user, first, firstRunId)
/** A result of the newest run changes, so the read counts that run again. */
const changeNewest: Act = (subject, index) =>
  record(subject, index, subject.runningId, Math.random() < 0.9 ? 'ok' : 'no')
const rename: Act = ({ user, project }) => user.call('PATCH', project, { description: `${Math.random()}` })
const start: Act = async ({ user, projectIds, started }) =>
  started.push((await user.call('POST', `/test-runs/project/${projectIds[0]}`)).id)
const upload: Act = async ({ user, projectIds, started }) =>
  started.push(await user.report(projectIds[0] as string, reportOf()))
const historyOf = ({ caseIds }: Subject, index: number) => `/test-cases/${caseIds[index]}/results?limit=5`
const ofRun = (which: 'firstRunId' | 'runningId', path = '') => get((one) => `/test-runs/${one[which]}${path}`)
const ofProject = (path: string) => get(({ project }) => project + path)
const listed = (filter: string) => get(({ projectIds }) => `/test-runs/project/${projectIds[0]}?limit=${filter}`)
const query = (name: string, ids: string[]) => ids.map((id) => `${name}=${id}`).join('&')

const lastResults = ({ project, caseIds }: Subject) =>
  `${project}/test-case-health?${query('testCaseIds', caseIds.slice(0, 100))}`

/** Those with a bar. */
const LIMITED = new Set(['record one execution', 'open a run of 1,000 results'])
const BASIC: Call[] = [
  ['record one execution', 200, (one, index) => record(one, index, one.runningId, index % 3 ? 'ok' : 'no')],
  ['start a run of 1,000 cases', 5, start],
  ['open a run of 1,000 results', 15, ofRun('firstRunId'), change],
  ['overview of a run', 30, ofRun('firstRunId', '/overview'), change],
  ['new failures of a run', 30, ofRun('firstRunId', '/new-failures'), change],
  ['newest 5 runs of the list', 30, listed('5'), change],
  ['history of a case, first page of 5', 30, get(historyOf)],
  ['history of a case, next page', 30, get((one, index) => `${historyOf(one, index)}&cursor=${one.next}`)],
  ['history of a case, a page from the middle', 30, get((one, at) => `${historyOf(one, at)}&cursor=${one.middle}`)],
  ['a project', 30, ofProject(''), rename],
  ['upload a report of 1,000 results', 3, upload],
]
/** Calls that choose, compare and show runs. */
const QUALITY: Call[] = [
  ['quality of a project', 30, ofProject('/quality'), changeNewest],
  ['trend of 30 runs', 30, ofProject('/trend?runs=30'), changeNewest],
  ['trend of 100 runs', 30, ofProject('/trend?runs=100'), changeNewest],
  ['flaky cases, first page of 50', 30, ofProject('/flaky?limit=50'), changeNewest],
  ['flaky cases in 20 runs, first page of 50', 30, ofProject('/flaky?limit=50&runs=20'), changeNewest],
  ['cards of 50 projects', 30, get((one) => `/project-health?${query('projectIds', one.projectIds)}`), changeNewest],
  ['All Runs, first page', 30, listed('50'), changeNewest],
  ['All Runs, first page of a branch and a status', 30, listed('50&branch=main&status=completed'), changeNewest],
  ['All Runs, first page of a word', 30, listed('50&q=main'), changeNewest],
  ['All Runs, a word that few runs have', 30, listed('50&q=R12'), changeNewest],
  ['values of run fields', 30, ofProject('/run-values'), changeNewest],
  ['comparison of a run with the one before', 30, ofRun('runningId', '/comparison?limit=100'), changeNewest],
  ['last results of 100 cases', 30, get(lastResults), changeNewest],
  ['quality of a project, unchanged', 30, ofProject('/quality')],
]
const NOT_FULL = '10,000 results are 10 runs, fewer than these calls look at: compare the larger sizes with each other'
const COUNTED = '`X-Total-Count` counts all runs that match'
const SHARED =
  'the third slowest of 210 calls; four servers and PostgreSQL, with 128 MB of buffers for all databases, share two cores'

const CALLS = GROWTH_CALLS === 'quality' ? QUALITY : [...BASIC, ...QUALITY]

export async function* growth(): Figures {
  for (const engine of GROWTH_ON.split(',') as Engine[]) {
    yield* growthOn(engine)
    await endAll()
  }
}

async function* growthOn(engine: Engine): Figures {
  const subjects: Subject[] = []
  for (const size of GROWTH.split(',').map(Number)) subjects.push(await subjectOf(await fill(engine, size)))
  const times = CALLS.map(() => subjects.map((): number[] => []))
  // The first round is a warm-up.
  for (let round = 0; round <= ROUNDS; round++)
    for (const [call, of] of times.entries())
      for (const index of round % 2 === 0 ? of.keys() : [...of.keys()].toReversed()) {
        const taken = await measure(CALLS[call] as Call, subjects[index] as Subject)
        if (round > 0) of[index]?.push(...taken)
      }
  const lineOf = (work: string, cells: string[]) => {
    const smaller = subjects.slice(0, -1).map(({ size }, index) => `${size.toLocaleString('en')}: ${cells[index]}`)
    return { work: `${ENGINES[engine]}: ${work}`, assay: cells.at(-1) ?? '', beside: smaller.join('; ') }
  }
  const megabytes = subjects.map(({ bytes }) => `${Math.round(bytes / 1e6)} MB`)
  yield lineOf('size of the database', megabytes)
  for (const [call, of] of times.entries()) {
    const [name] = CALLS[call] as Call
    const isOfQuality = QUALITY.some(([other]) => other === name)
    const [first = [], last = []] = [of[0], of.at(-1)]
    const cells = of.map((all) => `${ms(median(all), 1)}, p99 ${percentile(all, 0.99).toFixed(1)}`)
    const line = lineOf(name, cells)
    const reason = name.startsWith('All Runs') ? COUNTED : NOT_FULL
    const bar: Bar | undefined = isOfQuality ? ['≤ 1.3', reason] : LIMITED.has(name) ? '≤ 1.3' : undefined
    yield { ...line, value: median(last) / median(first), bar }
    if (isOfQuality)
      yield { ...line, work: `${line.work}, p99`, value: percentile(last, 0.99), bar: ['≤ 50 ms', SHARED] }
  }
}

async function subjectOf(filled: Filled): Promise<Subject> {
  const { call } = filled.user
  const [id] = filled.projectIds
  await untilCounted(filled.user, id as string)
  const running = await call('POST', `/test-runs/project/${id}`, { branch: 'main', environment: 'production' })
  const caseIds: string[] = running.results.map(({ testCase }: { testCase: { id: string } }) => testCase.id)
  const firstPage = await call('GET', `/test-cases/${caseIds[0]}/results?limit=5`)
  const offset = Math.floor(filled.size / caseIds.length / 2)
  const [middle] = await call('GET', `/test-runs/project/${id}?limit=1&offset=${offset}`)
  const pages = { next: firstPage.at(-1).testRun.id, middle: middle.id }
  return { ...filled, project: `/projects/${id}`, runningId: running.id, caseIds, started: [], ...pages }
}

async function measure([_name, perRound, run, before]: Call, subject: Subject): Promise<number[]> {
  const times: number[] = []
  for (let index = 0; index < perRound; index++) {
    await before?.(subject, index)
    times.push(await timeOf(() => run(subject, index)))
  }
  for (const id of subject.started.splice(0)) await subject.user.call('DELETE', `/test-runs/${id}`)
  return times
}

/** Cases and the first runs are made over REST; SQL copies the other runs from these. */
async function fill(engine: Engine, size: number): Promise<Filled> {
  const filling = await startAssay(await newDatabase(engine))
  const filler = await signUp(filling)
  const projectIds = [(await addProject(filler, 10, CASES_PER_SUITE)).id]
  while (projectIds.length < PROJECTS) projectIds.push((await addProject(filler, 1, 3)).id)
  const runIds: string[] = []
  for (let variant = 0; variant < VARIANTS; variant++)
    runIds.push(await filler.report(projectIds[0] as string, reportOf(variant)))
  await filling.kill()
  const bytes = await copyRuns(filling.database, size / CASES, projectIds[0] as string, runIds)
  const user = await signIn(await startAssay(filling.database))
  return { user, size, bytes, projectIds, firstRunId: runIds[0] as string }
}

/**
 * A report of all cases. One in twenty fails in every variant, with a trace; one in 25 by turns; one in 100 passes on
 * retry in one variant.
 */
function reportOf(variant = 0): string {
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
