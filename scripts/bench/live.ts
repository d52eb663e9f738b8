import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { addProject, execution, recordings, signUp, startRun } from './data.ts'
import { compare, type Figures, ms, percentile, type Sample } from './figures.ts'
import { repeat, timeOf } from './load.ts'
import { startAssay, stopwatch } from './servers.ts'
import type { Watched } from './watchers.ts'

/* Recording in a run with and without viewers, in turn. */

const WATCHERS = 200
const ROUNDS = 2
const CONNECTIONS = 10
const PER_SECOND = 200

export async function* live(): Figures {
  const server = await startAssay()
  const user = await signUp(server)
  const project = await addProject(user, 10, 200)
  const tokens: string[] = []
  while (tokens.length < 10) {
    const { id: userId, token } = await signUp(server, `Watcher ${tokens.length}`)
    await user.call('POST', `/projects/${project.id}/members`, { userId })
    tokens.push(token)
  }
  const startWatchers = async (testRunId: string, count: number): Promise<Worker | undefined> => {
    if (count === 0) return undefined
    const workerData: Watched = { url: server.url, projectId: project.id, testRunId, count, tokens }
    const watchers = new Worker(new URL('./watchers.ts', import.meta.url), { workerData })
    await once(watchers, 'message')
    return watchers
  }

  const delays: number[] = []
  /** Records each case of a new run once, at the given rate. */
  const pace = (count: number) => async (): Promise<Sample> => {
    const testRunId = await startRun(user, project.id)
    const watchers = await startWatchers(testRunId, count)
    const haveSeenEnd = watchers && (once(watchers, 'message') as Promise<[number]>)
    const record = (id: string, index: number) =>
      user.call('POST', `/test-cases/${id}/execute`, { testRunId, ...execution(index) })
    const passed = stopwatch(server)
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
  yield* compare({
    work: `record ${PER_SECOND} results a second in a run that ${WATCHERS} watch`,
    rounds: ROUNDS,
    assay: pace(WATCHERS),
    against: [{ name: 'nobody watches', take: pace(0), bar: '≥ 0.75' }],
  })
  const longest = Math.max(...delays)
  const work = 'from the last of these answers until all who watch have seen the end'
  yield { work, assay: `${ms(longest)} at most`, value: longest, bar: '≤ 1000 ms' }

  const atFullSpeed = (count: number) => async (): Promise<Sample> => {
    const testRunId = await startRun(user, project.id)
    const watchers = await startWatchers(testRunId, count)
    const sample = await repeat(server, { connections: CONNECTIONS, requests: recordings(user, project, testRunId) })
    await watchers?.terminate()
    return sample
  }
  yield* compare({
    work: `record in a run that ${WATCHERS} watch, ${CONNECTIONS} connections`,
    rounds: ROUNDS,
    assay: atFullSpeed(WATCHERS),
    against: [{ name: 'nobody watches', take: atFullSpeed(0), bar: '≥ 0.75' }],
  })
}
