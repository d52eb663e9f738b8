import { join } from 'node:path'
import { compare, exchange, repeat, type Rival, sendOnce, type Take, total, waitsDuring } from './load.ts'
import {
  addProject,
  inPlace,
  type Place,
  type Project,
  recordedRuns,
  type Request,
  type Server,
  signUp,
  type User,
} from './servers.ts'
import { type Bar, type Figure, ms } from './table.ts'

/* Whole reads of runs and suites: the first one after a change, a repeated one, and an unchanged one (304). */

/** A server, and how it takes a request of the API. */
export type Side = { server: Server; adapt: (request: Request) => Request }
type Sides = { file: string; assay: Side; bare: Side; user: User; place: Place }

/** The product and the bare server on one database. */
export async function besideBare<T>(work: (sides: Sides) => Promise<T>): Promise<T> {
  return await inPlace(async (place) => {
    const file = join(place.folder, 'assay.db')
    const server = await place.assay(file)
    const user = await signUp(server)
    const bare = { server: await place.bare(file, user.id), adapt: withoutToken }
    return await work({ file, assay: { server, adapt: (request) => request }, bare, user, place })
  })
}

const withoutToken = ({ path, headers: { authorization: _, ...headers } = {}, ...request }: Request): Request => ({
  ...request,
  path: path.slice('/api'.length),
  headers,
})

/** What is read, each of `subjects` once in a pass, after a change to each. */
type Passes = { subjects: Subject[]; passes: number; connections: number }
type Whole = Passes & { name: string; first: Bar; unchanged?: Bar }
type Subject = { request: Request; change: () => Promise<unknown> }

export async function benchReads(): Promise<Figure[]> {
  return await besideBare(async (sides) => {
    const { assay, bare, user, place } = sides
    const [runs, largeRuns, suites, oneCase] = await fill(user)
    const earlier = await besideEarlier(place, fill)
    const [before, largeBefore, suitesBefore] = earlier?.filled ?? []
    const firstOf = (whole: Whole | undefined) => whole && earlier && firstReads(earlier.side, whole)
    return [
      ...(await readsOf(sides, runs, firstOf(before))),
      ...(await readsOf(sides, largeRuns, firstOf(largeBefore))),
      await longestWait(assay, bare, oneCase, { ...largeRuns, passes: 5 }),
      ...(await readsOf(sides, suites, firstOf(suitesBefore))),
    ]
  })
}

/** An earlier version with a database of its own. */
export async function besideEarlier<T>(place: Place, work: (user: User, server: Server) => Promise<T>) {
  const server = await place.before()
  if (!server) return undefined
  const side: Side = { server, adapt: (request) => request }
  return { side, filled: await work(await signUp(server), server) }
}

async function fill(user: User): Promise<[runs: Whole, largeRuns: Whole, suites: Whole, oneCase: Request]> {
  const small = await addProject(user, { suites: 1, casesPerSuite: 1_000 })
  const large = await addProject(user, { suites: 10, casesPerSuite: 1_000 })
  const suites = large.suiteIds.map((id, index) => ({
    request: user.get(`/test-suites/${id}`),
    change: () =>
      user.call('PATCH', `/test-cases/${large.caseIds[index * 1_000]}`, { description: `${Math.random()}` }),
  }))
  const thousand = { passes: 4, connections: 10, first: { atLeast: 1.1 } }
  const [runs, largeRuns] = [await runsOf(user, small, 20), await runsOf(user, large, 2)]
  return [
    { name: 'run of 1,000 results', subjects: runs, ...thousand, unchanged: { atLeast: 20 } },
    { name: 'run of 10,000 results', subjects: largeRuns, passes: 2, connections: 1, first: { atLeast: 2 } },
    { name: 'suite of 1,000 cases', subjects: suites, ...thousand },
    user.get(`/test-cases/${small.caseIds[0]}`),
  ]
}

async function runsOf(user: User, project: Project, count: number): Promise<Subject[]> {
  const execute = `/test-cases/${project.caseIds[0]}/execute`
  return (await recordedRuns(user, project, count)).map((testRunId) => ({
    request: user.get(`/test-runs/${testRunId}`),
    change: () => user.call('POST', execute, { testRunId, actualValue: `${Math.random()}` }),
  }))
}

async function readsOf({ assay, bare }: Sides, whole: Whole, before: Take | undefined): Promise<Figure[]> {
  const { name, connections, subjects, unchanged } = whole
  const request = subjects[0]?.request as Request
  const repeated =
    ({ server, adapt }: Side) =>
    () =>
      repeat(server, { connections, requests: [adapt(request)] })
  const known: Take = async () => {
    const { tag = '' } = await exchange(assay.server.url, request)
    const requests = [{ ...request, headers: { ...request.headers, 'if-none-match': tag } }]
    return await repeat(assay.server, { connections, requests, expects: 304 })
  }
  const first = firstReads(assay, whole)
  const bares = { name: 'bare', take: firstReads(bare, whole), bar: whole.first }
  const kinds: [kind: string, rounds: number, assay: Take, against: Rival[]][] = [
    ['first read', 5, first, [bares, { name: 'before', take: before, bar: { atLeast: 0.95 } }]],
    ['repeated read (byte cache)', 3, repeated(assay), [{ name: 'bare', take: repeated(bare) }]],
    ['repeated read, unchanged (304)', 3, known, [{ name: 'its own first read', take: first, bar: unchanged }]],
  ]
  const figures: Figure[] = []
  for (const [kind, rounds, take, against] of kinds)
    figures.push(...(await compare({ work: `${name}, ${kind}`, unit: 'rate', rounds, assay: take, against })))
  return figures
}

/** Changes are made before each pass, outside the measured time. */
export function firstReads({ server, adapt }: Side, { subjects, passes, connections }: Passes): Take {
  return async () => {
    const samples = []
    for (let count = 0; count < passes; count++) {
      await Promise.all(subjects.map(({ change }) => change()))
      const requests = subjects.map(({ request }) => adapt(request))
      samples.push(await sendOnce(server, requests, connections))
    }
    return total(samples)
  }
}

/** How long another caller waits while runs are read for the first time. */
async function longestWait(assay: Side, bare: Side, other: Request, whole: Passes): Promise<Figure> {
  const waits = async (side: Side) =>
    Math.max(...(await waitsDuring(side.server, side.adapt(other), firstReads(side, whole))))
  const [theirs, ours] = [await waits(bare), await waits(assay)]
  return {
    work: 'longest wait of another call during 10 first reads of a run of 10,000 results',
    assay: ms(ours),
    beside: `bare: ${ms(theirs)}`,
    value: ours,
    bar: { atMost: 30, unit: 'ms' },
  }
}
