import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { fill, type Filled, growthReport } from './growth-fill.ts'
import { median, percentile } from './load.ts'
import { inPlace, type Server, signIn, type User } from './servers.ts'
import { postgresStore, sqliteStore, type Store } from './stores.ts'

/* Cost of calls against the number of stored results: one server per database size, interleaved in one run. */

const SIZES = [10_000, 100_000, 1_000_000, 10_000_000]
const ENGINES = { sqlite: sqliteStore, postgres: postgresStore }
const ROUNDS = 7

/** One table per engine. `GROWTH=10000,100000` sets the sizes, `GROWTH_ON=sqlite` the engines. */
export async function benchGrowth(): Promise<string[]> {
  const { GROWTH = SIZES.join(), GROWTH_ON = Object.keys(ENGINES).join() } = process.env
  const tables: string[] = []
  for (const engine of GROWTH_ON.split(',')) {
    const store = await ENGINES[engine as keyof typeof ENGINES]()
    const filled = await fill(store, GROWTH.split(',').map(Number)).catch(async (error) => {
      await store.remove()
      throw error
    })
    tables.push(...(tables.length > 0 ? [''] : []), ...(await tableOf(store, filled).finally(store.remove)))
  }
  return tables
}

/** What the calls are made on: a recorded run of 1,000 results, a run to record in, and runs that are removed again. */
type Subject = Filled & { user: User; runningId: string; caseIds: string[]; started: string[] } & Record<
    'nextPage' | 'middlePage',
    string
  >
type Act = (subject: Subject, index: number) => Promise<unknown>
/** `change` is made before each call, outside its time: then the read is a first one, not one from the byte cache. */
type GrowthCall = { name: string; bar: string; perRound: number; change?: Act; run: Act }

const record = ({ user, caseIds }: Subject, index: number, testRunId: string, actualValue: string) =>
  user.call('POST', `/test-cases/${caseIds[index]}/execute`, { testRunId, actualValue })
const change: Act = (subject) => record(subject, 0, subject.recordedRunId, `${Math.random()}`)
/** A result of the newest run changes, so the read counts that run again. */
const changeNewest: Act = (subject, index) =>
  record(subject, index, subject.runningId, Math.random() < 0.9 ? 'ok' : 'no')
const rename: Act = ({ user, projectId }) =>
  user.call('PATCH', `/projects/${projectId}`, { description: `${Math.random()}` })
const start: Act = async ({ user, projectId, started }) =>
  started.push((await user.call('POST', `/test-runs/project/${projectId}`)).id)
const upload: Act = async ({ user, projectId, started }) => started.push(await user.report(projectId, growthReport()))

const query = (name: string, ids: string[]) => ids.map((id) => `${name}=${id}`).join('&')
const read = (path: (subject: Subject, index: number) => string): Act => {
  return (subject, index) => subject.user.call('GET', path(subject, index))
}
const history = (page: 'nextPage' | 'middlePage' | '') =>
  read((subject, index) => `/test-cases/${subject.caseIds[index]}/results?limit=5${page && `&cursor=${subject[page]}`}`)
const ofRecorded = (path: string) => read(({ recordedRunId }) => `/test-runs/${recordedRunId}${path}`)
const ofProject = (path: string) => read(({ projectId }) => `/projects/${projectId}${path}`)
const listed = (filter: string) => read(({ projectId }) => `/test-runs/project/${projectId}?limit=${filter}`)

const BAR = '≤ 1.3'
const BASIC: [name: string, bar: string, perRound: number, run: Act, change?: Act][] = [
  [
    'record one execution',
    BAR,
    200,
    (subject, index) => record(subject, index, subject.runningId, index % 3 ? 'ok' : 'no'),
  ],
  ['start a run of 1,000 cases', '', 5, start],
  ['open a run of 1,000 results', BAR, 15, ofRecorded(''), change],
  ['overview of a run', '', 30, ofRecorded('/overview'), change],
  ['new failures of a run', '', 30, ofRecorded('/new-failures'), change],
  ['newest 5 runs of the list', '', 30, listed('5'), change],
  ['history of a case, first page of 5', '', 30, history('')],
  ['history of a case, next page', '', 30, history('nextPage')],
  ['history of a case, a page from the middle', '', 30, history('middlePage')],
  ['a project', '', 30, ofProject(''), rename],
  ['upload a report of 1,000 results', '', 3, upload],
]
/** Calls that choose, compare and show runs. */
const QUALITY: [name: string, run: Act, change?: Act][] = [
  ['quality of a project', ofProject('/quality'), changeNewest],
  ['trend of 30 runs', ofProject('/trend?runs=30'), changeNewest],
  ['trend of 100 runs', ofProject('/trend?runs=100'), changeNewest],
  ['flaky cases, first page of 50', ofProject('/flaky?limit=50'), changeNewest],
  ['flaky cases in 20 runs, first page of 50', ofProject('/flaky?limit=50&runs=20'), changeNewest],
  [
    'cards of 50 projects',
    read(({ projectIds }) => `/project-health?${query('projectIds', projectIds)}`),
    changeNewest,
  ],
  ['All Runs, first page', listed('50'), changeNewest],
  ['All Runs, first page of a branch and a status', listed('50&branch=main&status=completed'), changeNewest],
  ['All Runs, first page of a word', listed('50&q=main'), changeNewest],
  ['All Runs, a word that few runs have', listed('50&q=R12'), changeNewest],
  ['values of run fields', ofProject('/run-values'), changeNewest],
  [
    'comparison of a run with the one before',
    read(({ runningId }) => `/test-runs/${runningId}/comparison?limit=100`),
    changeNewest,
  ],
  [
    'last results of 100 cases',
    read(
      ({ projectId, caseIds }) =>
        `/projects/${projectId}/test-case-health?${query('testCaseIds', caseIds.slice(0, 100))}`,
    ),
    changeNewest,
  ],
  ['quality of a project, unchanged', ofProject('/quality')],
]

const toCall = (name: string, bar: string, perRound: number, run: Act, before?: Act): GrowthCall => {
  return { name, bar, perRound, run, ...(before && { change: before }) }
}
const CALLS = [
  // `GROWTH_CALLS=quality` measures only these.
  ...(process.env['GROWTH_CALLS'] === 'quality' ? [] : BASIC.map((row) => toCall(...row))),
  ...QUALITY.map(([name, run, before]) => toCall(name, `${BAR}, p99 ≤ 50 ms`, 30, run, before)),
]

/** Milliseconds that calls took, and of CPU time. */
type Times = { latency: number[]; cpu: number[] }
type Measured = { server: Server; subject: Subject; times: Map<GrowthCall, Times> }

/** Runs every call on every size in turn. The first round is a warm-up. */
async function tableOf({ name }: Store, databases: Filled[]): Promise<string[]> {
  return await inPlace(async ({ assay }) => {
    const all: Measured[] = []
    for (const filled of databases) {
      const server = await assay(filled.url)
      const times = new Map(CALLS.map((call) => [call, { latency: [], cpu: [] }]))
      all.push({ server, subject: await subjectOf(server, filled), times })
    }
    for (let round = 0; round <= ROUNDS; round++)
      for (const call of CALLS)
        for (const measured of round % 2 === 0 ? all : all.toReversed()) await measure(call, measured, round > 0)
    const [sizes, bytes] = [
      databases.map(({ size }) => size.toLocaleString('en')),
      databases.map(({ bytes: of }) => of),
    ]
    return [
      [`${name}, stored results`, ...sizes, 'last : first', 'by CPU', 'bar'],
      [...sizes, '', '', '', ''].map(() => '---'),
      ['size of the database', ...bytes.map((of) => `${Math.round(of / 1e6)} MB`), '', '', ''],
      ...CALLS.map((call) =>
        row(
          call,
          all.map(({ times }) => times.get(call) as Times),
        ),
      ),
    ].map((cells) => `| ${cells.join(' | ')} |`)
  })
}

async function subjectOf(server: Server, filled: Filled): Promise<Subject> {
  const user = await signIn(server)
  const { call } = user
  const { projectId, size } = filled
  while ((await call('GET', `/projects/${projectId}/quality`)).runsToCount > 0) await wait(1_000)
  const running = await call('POST', `/test-runs/project/${projectId}`, { branch: 'main', environment: 'production' })
  const caseIds: string[] = running.results.map(({ testCase }: { testCase: { id: string } }) => testCase.id)
  const firstPage = await call('GET', `/test-cases/${caseIds[0]}/results?limit=5`)
  const offset = Math.floor(size / caseIds.length / 2)
  const [middle] = await call('GET', `/test-runs/project/${projectId}?limit=1&offset=${offset}`)
  const pages = { nextPage: firstPage.at(-1).testRun.id, middlePage: middle.id }
  return { ...filled, user, runningId: running.id, caseIds, started: [], ...pages }
}

async function measure(call: GrowthCall, { server, subject, times }: Measured, isKept: boolean): Promise<void> {
  const processes = processesOf(server, subject.url)
  for (let index = 0; index < call.perRound; index++) {
    await call.change?.(subject, index)
    const [begun, cpuBefore] = [performance.now(), cpuMilliseconds(processes)]
    await call.run(subject, index)
    const [latency, cpu] = [performance.now() - begun, cpuMilliseconds(processes) - cpuBefore]
    if (!isKept) continue
    times.get(call)?.latency.push(latency)
    times.get(call)?.cpu.push(cpu)
  }
  for (const id of subject.started.splice(0)) await subject.user.call('DELETE', `/test-runs/${id}`)
}

function row({ name, bar }: GrowthCall, all: Times[]): string[] {
  const cell = (times: number[]) => `${median(times).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(1)}`
  const ratio = (of: keyof Times) => median(all.at(-1)?.[of] ?? []) / median(all[0]?.[of] ?? [])
  const ratios = [ratio('latency'), ratio('cpu')].map((value) => `**${value.toFixed(2)}**`)
  return [name, ...all.map(({ latency, cpu }) => `${cell(latency)}; CPU ${cell(cpu)}`), ...ratios, bar]
}

/** The process of a server, and those of its connections to a PostgreSQL database. */
function processesOf({ child }: Server, url: string): string[] {
  const own = String(child.pid)
  if (!url.startsWith('postgres')) return [own]
  const title = `postgres: assay ${new URL(url).pathname.slice(1)} `
  return [
    own,
    ...readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && textOf(`/proc/${pid}/cmdline`).startsWith(title)),
  ]
}

/** CPU time of all threads: unlike latency, it does not grow with other work on the machine. */
function cpuMilliseconds(processes: string[]): number {
  const threads = processes.flatMap((pid) =>
    entriesOf(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}`),
  )
  return threads.reduce((sum, thread) => sum + Number(textOf(`${thread}/schedstat`).split(' ')[0]), 0) / 1e6
}

/** Nothing of a process or a thread that has ended: PostgreSQL ends idle connections. */
const textOf = (file: string) => orNothing(() => readFileSync(file, 'utf8'), '')
const entriesOf = (folder: string) => orNothing(() => readdirSync(folder), [])

function orNothing<T>(look: () => T, nothing: T): T {
  try {
    return look()
  } catch {
    return nothing
  }
}
