import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { addProject, execution, ofVersions, recordings, signUp, startRun } from './data.ts'
import { compare, type Figures, ms, NOISE, percentile, type Sample } from './figures.ts'
import { repeat, timeOf } from './load.ts'
import { type Start, stopwatch } from './servers.ts'
import type { Watched } from './watchers.ts'

/* Recording in a run with and without viewers, and beside an earlier version, in turn. */

const WATCHERS = 200
const ROUNDS = 2
const CONNECTIONS = 10
const PER_SECOND = 200
const BARS = { 'nobody watches': '≥ 0.75', before: ['≥ 0.95', NOISE] } as const

/** A version, and how many watch a run of it. */
type Side = Awaited<ReturnType<typeof fill>> & { count: number }

export async function* live(): Figures {
  const { assay, before } = await ofVersions(fill)
  const sides = {
    assay: { ...assay, count: WATCHERS },
    'nobody watches': { ...assay, count: 0 },
    before: before && { ...before, count: WATCHERS },
  }
  const common = { rounds: ROUNDS, sides, bars: BARS }
  const work = `record ${PER_SECOND} results a second in a run that ${WATCHERS} watch`
  yield* compare({ ...common, work, take: atPace })
  const longest = Math.max(...assay.delays)
  yield {
    work: 'from the last of these answers until all who watch have seen the end',
    assay: `${ms(longest)} at most`,
    ...(before && { beside: `before: ${ms(Math.max(...before.delays))}` }),
    value: longest,
    bar: '≤ 1000 ms',
  }
  const fast = `record in a run that ${WATCHERS} watch, ${CONNECTIONS} connections`
  yield* compare({ ...common, work: fast, take: atFullSpeed })
}

/** `delays` last from the end of each run until a viewer has seen it. */
async function fill(start: Start) {
  const user = await signUp(await start())
  const project = await addProject(user, 10, 100)
  const tokens: string[] = []
  while (tokens.length < 10) {
    const { id: userId, token } = await signUp(user.server, `Watcher ${tokens.length}`)
    await user.call('POST', `/projects/${project.id}/members`, { userId })
    tokens.push(token)
  }
  return { user, project, tokens, delays: [] as number[] }
}

async function startWatchers({ user, project, tokens, count }: Side, testRunId: string): Promise<Worker | undefined> {
  if (count === 0) return undefined
  const workerData: Watched = { url: user.server.url, projectId: project.id, testRunId, count, tokens }
  const watchers = new Worker(new URL('./watchers.ts', import.meta.url), { workerData })
  await once(watchers, 'message')
  return watchers
}

/** Records each case of a new run once. */
async function atPace(side: Side): Promise<Sample> {
  const { user, project, delays } = side
  const testRunId = await startRun(user, project.id)
  const watchers = await startWatchers(side, testRunId)
  const haveSeenEnd = watchers && (once(watchers, 'message') as Promise<[number]>)
  const record = (id: string, index: number) =>
    user.call('POST', `/test-cases/${id}/execute`, { testRunId, ...execution(index) })
  const passed = stopwatch(user.server)
  const calls = project.caseIds.map(async (id, index) => {
    await wait(index * (1_000 / PER_SECOND))
    return await timeOf(() => record(id, index))
  })
  const times = await Promise.all(calls)
  const [sample, end] = [passed(), performance.timeOrigin + performance.now()]
  for (const seenAt of (await haveSeenEnd) ?? []) delays.push(seenAt - end)
  await watchers?.terminate()
  return { ...sample, count: times.length, p99Ms: percentile(times, 0.99), failures: 0 }
}

async function atFullSpeed(side: Side): Promise<Sample> {
  const { user, project } = side
  const testRunId = await startRun(user, project.id)
  const watchers = await startWatchers(side, testRunId)
  const requests = recordings(user, { ...project, testRunId })
  const sample = await repeat(user.server, { connections: CONNECTIONS, requests })
  await watchers?.terminate()
  return sample
}
