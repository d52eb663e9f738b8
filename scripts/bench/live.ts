import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { Seen } from './live-watchers.ts'
import { compare, median, percentile, repeat, timesOf } from './load.ts'
import {
  addProject,
  cpuSeconds,
  execution,
  inPlace,
  type Project,
  recordings,
  type Server,
  signUp,
  startRun,
  stop,
  type User,
} from './servers.ts'
import { type Figure, ms } from './table.ts'

/* Recording in a run with and without viewers, in turn. */

const WATCHERS = 200
const SIZE = { suites: 10, casesPerSuite: 200 }
const ROUNDS = 2
const CONNECTIONS = 10
const PER_SECOND = 200

type Watched = { server: Server; user: User; tokens: string[]; project: Project }
type Paced = { perSecond: number; cpuShare: number; timesMs: number[]; lastAtMs: number; seen: Seen | undefined }

export async function benchLive(): Promise<Figure[]> {
  return await inPlace(async ({ assay }) => {
    const server = await assay()
    const user = await signUp(server)
    const project = await addProject(user, SIZE)
    const tokens = [user.token]
    while (tokens.length <= 10) {
      const { id: userId, token } = await signUp(server, `Watcher ${tokens.length}`)
      await user.call('POST', `/projects/${project.id}/members`, { userId })
      tokens.push(token)
    }
    const all = { server, user, tokens, project }
    const [alone, watched]: [Paced[], Paced[]] = [[], []]
    for (let round = 0; round < ROUNDS; round++) {
      alone.push(await pace(all, 0))
      watched.push(await pace(all, WATCHERS))
    }
    const atFull = await compare({
      work: `record in a run that ${WATCHERS} watch, ${CONNECTIONS} connections`,
      unit: 'rate',
      rounds: ROUNDS,
      assay: () => atFullSpeed(all, WATCHERS),
      against: [{ name: 'nobody watches', take: () => atFullSpeed(all, 0), bar: { atLeast: 0.75 } }],
    })
    return [pacedFigure(watched, alone), delayFigure(watched), ...atFull]
  })
}

/** Records each case of a new run once, at the given rate. */
async function pace(all: Watched, watchers: number): Promise<Paced> {
  const { server, user, project } = all
  const testRunId = await startRun(user, project)
  const child = await startWatchers(all, testRunId, watchers)
  const seen = child && (once(child, 'message') as Promise<[Seen]>)
  const [start, cpuBefore] = [performance.now(), cpuSeconds(server)]
  const calls = project.caseIds.map(async (id, index) => {
    await wait(index * (1_000 / PER_SECOND))
    return await timesOf(1, () => user.call('POST', `/test-cases/${id}/execute`, { testRunId, ...execution(index) }))
  })
  const timesMs = (await Promise.all(calls)).flat()
  const end = performance.now()
  const message = await seen
  if (child) await stop({ child }, 'SIGKILL')
  const seconds = (end - start) / 1_000
  const cpuShare = (cpuSeconds(server) - cpuBefore) / seconds
  const lastAtMs = performance.timeOrigin + end
  return { perSecond: timesMs.length / seconds, cpuShare, timesMs, lastAtMs, seen: message?.[0] }
}

async function atFullSpeed(all: Watched, watchers: number) {
  const testRunId = await startRun(all.user, all.project)
  const child = await startWatchers(all, testRunId, watchers)
  const requests = recordings(all.user, all.project, testRunId)
  const measured = await repeat(all.server, { connections: CONNECTIONS, requests })
  if (child) await stop({ child }, 'SIGKILL')
  return measured
}

async function startWatchers(
  { server, project, tokens }: Watched,
  run: string,
  count: number,
): Promise<ChildProcess | undefined> {
  if (count === 0) return undefined
  const child = fork(new URL('./live-watchers.ts', import.meta.url), [
    server.url,
    project.id,
    run,
    `${count}`,
    ...tokens,
  ])
  await once(child, 'message')
  return child
}

function pacedFigure(watched: Paced[], alone: Paced[]): Figure {
  const rate = (rounds: Paced[]) => median(rounds.map(({ perSecond }) => perSecond))
  return {
    work: `record ${PER_SECOND} results a second in a run that ${WATCHERS} watch`,
    assay: `${pacedCell(watched)}; ${messageCell(watched)}`,
    beside: `nobody watches: ${pacedCell(alone)}`,
    value: rate(watched) / rate(alone),
    bar: { atLeast: 0.75 },
  }
}

function delayFigure(watched: Paced[]): Figure {
  const longest = Math.max(...watched.map(({ seen, lastAtMs }) => Math.max(...(seen?.atMs ?? [])) - lastAtMs))
  return {
    work: 'from the last of these answers until all who watch have seen the end',
    assay: `${ms(longest)} at most`,
    value: longest,
    bar: { atMost: 1_000, unit: 'ms' },
  }
}

function pacedCell(rounds: Paced[]): string {
  const times = rounds.flatMap(({ timesMs }) => timesMs)
  const [rate, share] = [
    median(rounds.map(({ perSecond }) => perSecond)),
    median(rounds.map(({ cpuShare }) => cpuShare)),
  ]
  const waits = `p50 ${ms(median(times), 1)}, p99 ${ms(percentile(times, 0.99))}`
  return `${rate.toFixed(0)}/s, ${waits}, ${(share * 100).toFixed(0)} % of a core`
}

function messageCell(rounds: Paced[]): string {
  const seconds = (SIZE.suites * SIZE.casesPerSuite) / PER_SECOND
  const perSecond = median(rounds.map(({ seen }) => (seen?.messages ?? 0) / WATCHERS / seconds))
  const kilobytes = median(rounds.map(({ seen }) => (seen?.bytes ?? 0) / (seen?.messages ?? 1) / 1_000))
  return `${perSecond.toFixed(1)} messages a second to each, ${kilobytes.toFixed(0)} kB each`
}
