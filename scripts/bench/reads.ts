import { addProject, addRuns, readsOfRuns, startSides, type User } from './data.ts'
import { type Bar, compare, type Figures, ms, NOISE, type Sides } from './figures.ts'
import { exchange, firstReads, type Readable, repeat, type Request, waitsDuring } from './load.ts'
import type { Server } from './servers.ts'

/* Whole reads of runs and suites: the first one after a change, a repeated one, and an unchanged one (304). */

type Whole = Readable & { passes: number; connections: number }

const KEPT =
  'the bare server only sends its rows; Assay also checks caller and role, and tags and keeps the answer, so that reading it again is 13 times as fast'
const SLICES = 'the other call waits for two slices of the read, and for a collection of garbage'

const WHOLES: [name: 'run' | 'largeRun' | 'suite', text: string, first: Bar, unchanged?: Bar][] = [
  ['run', 'run of 1,000 results', ['≥ 1.1', KEPT], '≥ 20'],
  ['largeRun', 'run of 10,000 results', ['≥ 2', KEPT]],
  ['suite', 'suite of 1,000 cases', ['≥ 1.1', KEPT]],
]

export async function* reads(): Figures {
  const sides = await startSides(fill)
  type Side = (typeof sides)['bare']
  for (const [name, text, bar, unchanged] of WHOLES) {
    const first = ({ server, [name]: whole }: Side) => firstReads(server, whole)
    const repeated = ({ server, [name]: { connections, requests } }: Side) =>
      repeat(server, { connections, requests: requests.slice(0, 1) })
    const bars = { bare: bar, before: ['≥ 0.95', NOISE] } as const
    yield* compare({ work: `${text}, first read`, rounds: 4, sides, take: first, bars })
    const cached = { work: `${text}, repeated read (byte cache)`, rounds: 2, sides, take: repeated }
    yield* compare({ ...cached, bars: { before: ['≥ 0.95', NOISE] } })
    const { assay } = sides
    yield* compare({
      work: `${text}, repeated read, unchanged (304)`,
      rounds: 2,
      sides: { assay: () => known(assay.server, assay[name]), 'its own first read': () => first(assay) },
      take: (read) => read(),
      bars: { 'its own first read': unchanged },
    })
  }
  yield* longestWait(sides)
}

async function fill(user: User) {
  const [small, large] = [await addProject(user, 1, 1_000), await addProject(user, 10, 1_000)]
  const oneOfEach = large.caseIds.filter((_, index) => index % 1_000 === 0)
  const changeCase = (id: string) => user.call('PATCH', `/test-cases/${id}`, { description: `${Math.random()}` })
  const suites = large.suiteIds.map((id) => user.get(`/test-suites/${id}`))
  const thousand = { passes: 4, connections: 10 }
  return {
    run: { ...readsOfRuns(user, small, await addRuns(user, small, 20)), ...thousand },
    largeRun: { ...readsOfRuns(user, large, await addRuns(user, large, 2)), passes: 2, connections: 1 },
    suite: { requests: suites, change: () => Promise.all(oneOfEach.map(changeCase)), ...thousand },
    oneCase: user.get(`/test-cases/${small.caseIds[0]}`),
  }
}

/** Repeats a read by a caller who says which version it has. */
async function known(server: Server, { connections, requests: [request] }: Whole) {
  const { tag = '' } = await exchange(server.url, request as Request)
  const headers = { ...request?.headers, 'if-none-match': tag }
  return await repeat(server, { connections, requests: [{ ...(request as Request), headers }], expects: '3xx' })
}

async function* longestWait(sides: Sides<Awaited<ReturnType<typeof fill>> & { server: Server }>): Figures {
  const texts: string[] = []
  let value = Number.NaN
  for (const [name, side] of Object.entries(sides).toReversed()) {
    if (!side) continue
    const work = () => firstReads(side.server, { ...side.largeRun, passes: 5 })
    value = (await waitsDuring(side.server, side.oneCase, work)).longestMs
    texts.unshift(name === 'assay' ? ms(value) : `${name}: ${ms(value)}`)
  }
  const [assay = '', ...others] = texts
  const work = 'longest wait of another call during 10 first reads of a run of 10,000 results'
  yield { work, assay, beside: others.join('; '), value, bar: ['≤ 30 ms', SLICES] }
}
