import { besideBefore, createProject, junit, signUp, untilCounted, type User } from './data.ts'
import { type Figures, ms, percentile } from './figures.ts'
import { timesOf } from './load.ts'
import { type Engine, ENGINES, newDatabase, type Start, startAssay, stopwatch, untilQuiet } from './servers.ts'

/*
 * Searches over the cases of one project. BENCH_SEARCH is their number, 100,000 by default, BENCH_SEARCH_ON=sqlite the
 * engines.
 */

const { BENCH_SEARCH = '100000', BENCH_SEARCH_ON: ENGINES_ASKED = 'sqlite,postgres' } = process.env
const COUNT = Number(BENCH_SEARCH)
const SUITES = 100
const CASES_PER_SUITE = COUNT / SUITES
const CALLS = 50

const SEARCHES: [name: string, query: string][] = [
  ['in 1 case', 'q=onlyone'],
  ['in 10 cases', 'q=tencases'],
  ['in 2 %', 'q=everyfiftieth'],
  ['in 50 %', 'q=evencase'],
  ['in all', 'q=everywhere'],
  ['in the last suite only', 'q=lastsuite'],
  ['in the last 30 % only', 'q=lastthird'],
  ['nowhere', 'q=zebra'],
  ['two words, each in 50 %, never together', 'q=evencase+oddcase'],
  ['1 letter', 'q=e'],
  ['2 letters in most', 'q=re'],
  ['2 letters, nowhere', 'q=qz'],
  ['a ref', 'q=C99999'],
  ['20 words', `q=${Array.from({ length: 20 }, (_, index) => `c1${index}9`).join('+')}`],
  ['no word, priority of 1 %', 'priority=critical'],
  ['no word, a tag of 0.5 %', 'tag=smoke'],
  ['no word, without a tag', 'notTag=smoke'],
  ['in all, critical, last 50 suites', 'q=everywhere&priority=critical&LAST'],
]

const SCANNED =
  'the slowest of 50 calls; the index has no words of two letters, and what is found late or seldom is looked for in order'

export async function* search(): Figures {
  // The earlier version is measured on one engine: to fill takes long.
  if (ENGINES_ASKED.includes('sqlite')) yield* besideBefore((start) => searchesOn('sqlite', start))
  if (ENGINES_ASKED.includes('postgres')) yield* searchesOn('postgres', startAssay)
}

async function* searchesOn(engine: Engine, start: Start): Figures {
  const server = await start(await newDatabase(engine))
  const user = await signUp(server)
  const { project, suiteIds } = await fill(user)
  await untilQuiet()
  const last = suiteIds.slice(SUITES / 2).map((id) => `testSuiteId=${id}`)
  for (const [name, query] of SEARCHES) {
    const path = `/projects/${project}/test-cases?limit=50&${query.replace('LAST', last.join('&'))}`
    const search = () => user.call('GET', path)
    await timesOf(CALLS / 10, search)
    const passed = stopwatch(server)
    const times = await timesOf(CALLS, search)
    const [cpuMs, p99] = [passed().cpuMs / CALLS, percentile(times, 0.99)]
    yield {
      work: `${ENGINES[engine]}: a search, ${name}`,
      assay: `p50 ${ms(percentile(times, 0.5), 1)}, p99 ${ms(p99, 1)}, ${ms(cpuMs, 1)} CPU of the server`,
      value: p99,
      bar: ['≤ 50 ms', SCANNED],
    }
  }
}

/** Cases whose searches differ in how many they find, and where. */
async function fill(user: User) {
  const { call } = user
  const project = await createProject(user)
  const nameOf = (index: number, suite: number) => nameOfCase(suite * CASES_PER_SUITE + index)
  await user.report(project, junit(COUNT, { perSuite: CASES_PER_SUITE, nameOf, contentOf: () => '' }))
  const { testSuites } = await call('GET', `/projects/${project}/overview`)
  const suiteIds: string[] = testSuites.map(({ id }: { id: string }) => id)
  const change = async (every: number, body: object) => {
    const ids: string[] = []
    for (const suite of suiteIds) {
      const { testCases } = await call('GET', `/test-suites/${suite}`)
      ids.push(...testCases.flatMap(({ id }: { id: string }, at: number) => (at % every === 5 ? [id] : [])))
    }
    await call('PATCH', `/projects/${project}/test-cases`, { ids, ...body })
  }
  await change(100, { priority: 'critical' })
  await change(200, { addTags: ['smoke'] })
  await untilCounted(user, project)
  return { project, suiteIds }
}

const WORDS = 'order invoice customer email address status timeout retry total price amount discount'.split(' ')

/** About 200 characters, always the same for the same index. */
function nameOfCase(index: number): string {
  const wordAt = (at: number) => WORDS[(Math.imul(index * 31 + at, 2_654_435_761) >>> 8) % WORDS.length]
  const filler = Array.from({ length: 18 }, (_, at) => wordAt(at))
  const marks = [
    index === COUNT / 2 && 'onlyone',
    index % (COUNT / 10) === 7 && 'tencases',
    index % 50 === 3 && 'everyfiftieth',
    index % 2 === 0 ? 'evencase' : 'oddcase',
    index >= COUNT * 0.99 && 'lastsuite',
    index >= COUNT * 0.7 && 'lastthird',
  ]
  return ['Checks everywhere', ...filler, ...marks.filter(Boolean)].join(' ')
}
