import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { apiOf, type Call } from '../seed/api.ts'
import { compare } from './compare.ts'
import type { Figure } from './figure.ts'
import type { Seen } from './live-watchers.ts'
import { cpuSeconds, measure, median, percentile, type Sample, startTarget, stopTarget, type Target } from './load.ts'
import { inFolder } from './place.ts'
import { makeProject } from './project.ts'

/* Recording in a run with and without viewers, in turn. */

const WATCHERS = 200
const USERS = 10
const SIZE = { suites: 10, casesPerSuite: 200 }
const ROUNDS = 2
const CONNECTIONS = 10
const PER_SECOND = 200

type LiveProject = { assay: Target; call: Call; tokens: string[]; projectId: string; caseIds: string[] }
type Paced = { perSecond: number; cpuShare: number; timesMs: number[]; lastAtMs: number; seen: Seen | undefined }

export async function benchLive(): Promise<Figure[]> {
  return await inFolder(async (folder) => {
    const assay = await startTarget('./assay.ts', [join(folder, 'assay.db')])
    try {
      const place = await makeLiveProject(assay)
      const [alone, watched]: [Paced[], Paced[]] = [[], []]
      for (let round = 0; round < ROUNDS; round++) {
        alone.push(await pace(place, 0))
        watched.push(await pace(place, WATCHERS))
      }
      const atFull = await compare({
        work: `record in a run that ${WATCHERS} watch, ${CONNECTIONS} connections`,
        unit: 'rate',
        rounds: ROUNDS,
        assay: () => atFullSpeed(place, WATCHERS),
        against: [{ name: 'nobody watches', take: () => atFullSpeed(place, 0), bar: { atLeast: 0.75 } }],
      })
      return [pacedFigure(watched, alone), delayFigure(watched), ...atFull]
    } finally {
      await stopTarget(assay)
    }
  })
}

async function makeLiveProject(assay: Target): Promise<LiveProject> {
  const { token, projectId } = await makeProject(assay.url, SIZE)
  const call = apiOf(assay.url, token)
  const tokens: string[] = []
  for (let user = 0; user < USERS; user++) {
    const person = { email: `watcher${user}@example.com`, password: 'benchmark', name: `Watcher ${user}` }
    const signedUp = await apiOf(assay.url)('POST', '/auth/sign-up', person)
    await call('POST', `/projects/${projectId}/members`, { userId: signedUp.user.id })
    tokens.push(signedUp.accessToken)
  }
  const { testSuites } = await call('GET', `/projects/${projectId}`)
  const caseIds = testSuites.flatMap(({ testCases }: { testCases: { id: string }[] }) => testCases.map(({ id }) => id))
  return { assay, call, tokens: [token, ...tokens], projectId, caseIds }
}

/** Records each case of a new run once, at the given rate. */
async function pace(place: LiveProject, watchers: number): Promise<Paced> {
  const { id: testRunId } = await place.call('POST', `/test-runs/project/${place.projectId}`, { omitResults: true })
  const child = watchers > 0 ? await startWatchers(place, testRunId, watchers) : undefined
  const seen = child && (once(child, 'message') as Promise<[Seen]>)
  const timesMs: number[] = []
  const [start, cpuBefore] = [performance.now(), cpuSeconds(place.assay)]
  const calls = place.caseIds.map(async (caseId, index) => {
    await wait(index * (1_000 / PER_SECOND))
    const before = performance.now()
    await place.call('POST', `/test-cases/${caseId}/execute`, {
      testRunId,
      actualValue: index % 3 === 0 ? 'no' : 'ok',
      executionTimeMs: 12.5,
    })
    timesMs.push(performance.now() - before)
  })
  await Promise.all(calls)
  const end = performance.now()
  const message = await seen
  await stop(child)
  const seconds = (end - start) / 1_000
  const cpuShare = (cpuSeconds(place.assay) - cpuBefore) / seconds
  return {
    perSecond: timesMs.length / seconds,
    cpuShare,
    timesMs,
    lastAtMs: performance.timeOrigin + end,
    seen: message?.[0],
  }
}

async function atFullSpeed(place: LiveProject, watchers: number): Promise<Sample> {
  const { id: testRunId } = await place.call('POST', `/test-runs/project/${place.projectId}`, { omitResults: true })
  const child = watchers > 0 ? await startWatchers(place, testRunId, watchers) : undefined
  const requests = place.caseIds.slice(0, 200).map((caseId) => ({
    method: 'POST' as const,
    path: `/api/test-cases/${caseId}/execute`,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${place.tokens[0]}` },
    body: JSON.stringify({ testRunId, actualValue: 'ok', executionTimeMs: 12.5 }),
  }))
  const measured = await measure(place.assay, { connections: CONNECTIONS, requests })
  await stop(child)
  return measured
}

async function startWatchers(
  { assay, projectId, tokens }: LiveProject,
  testRunId: string,
  count: number,
): Promise<ChildProcess> {
  const child = fork(new URL('./live-watchers.ts', import.meta.url), [
    assay.url,
    projectId,
    testRunId,
    String(count),
    ...tokens,
  ])
  await once(child, 'message')
  return child
}

async function stop(child: ChildProcess | undefined): Promise<void> {
  if (!child) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

function pacedFigure(watched: Paced[], alone: Paced[]): Figure {
  const rate = ({ perSecond }: Paced) => perSecond
  return {
    work: `record ${PER_SECOND} results a second in a run that ${WATCHERS} watch`,
    assay: `${pacedCell(watched)}; ${messageCell(watched)}`,
    beside: `nobody watches: ${pacedCell(alone)}`,
    value: median(watched.map(rate)) / median(alone.map(rate)),
    bar: { atLeast: 0.75 },
  }
}

function delayFigure(watched: Paced[]): Figure {
  const delays = watched.map(({ seen, lastAtMs }) => Math.max(...(seen?.atMs ?? [])) - lastAtMs)
  return {
    work: 'from the last of these answers until all who watch have seen the end',
    assay: `${Math.max(...delays).toFixed(0)} ms at most`,
    value: Math.max(...delays),
    bar: { atMost: 1_000, unit: 'ms' },
  }
}

function pacedCell(rounds: Paced[]): string {
  const timesMs = rounds.flatMap((round) => round.timesMs)
  const [rate, share] = [median(rounds.map((round) => round.perSecond)), median(rounds.map((round) => round.cpuShare))]
  const [p50, p99] = [percentile(timesMs, 0.5).toFixed(1), percentile(timesMs, 0.99).toFixed(0)]
  return `${rate.toFixed(0)}/s, p50 ${p50} ms, p99 ${p99} ms, ${(share * 100).toFixed(0)} % of a core`
}

function messageCell(rounds: Paced[]): string {
  const seconds = (SIZE.suites * SIZE.casesPerSuite) / PER_SECOND
  const perSecond = median(rounds.map(({ seen }) => (seen?.messages ?? 0) / WATCHERS / seconds))
  const kilobytes = median(rounds.map(({ seen }) => (seen?.bytes ?? 0) / (seen?.messages ?? 1) / 1_000))
  return `${perSecond.toFixed(1)} messages a second to each, ${kilobytes.toFixed(0)} kB each`
}
