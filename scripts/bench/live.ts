import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { apiOf, type Call } from '../seed/api.ts'
import type { Seen } from './live-watchers.ts'
import { cpuSeconds, type Measured, measure, median, percentile, startTarget, stopTarget, type Target } from './load.ts'
import { makeProject } from './project.ts'

/* Recording in a run with and without viewers, in turn. */

const WATCHERS = 200
const USERS = 10
const SIZE = { suites: 10, casesPerSuite: 200 }
const ROUNDS = 3
const SECONDS = 3
const CONNECTIONS = 10
const PER_SECOND = 200

type Place = { assay: Target; call: Call; tokens: string[]; projectId: string; caseIds: string[] }
type Paced = { perSecond: number; cpuShare: number; timesMs: number[]; lastAtMs: number; seen: Seen | undefined }

/** The table for live runs. */
export async function benchLive(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'))
  const assay = await startTarget('./assay.ts', [join(folder, 'assay.db')])
  try {
    const place = await makePlace(assay)
    const [alone, watched]: [Paced[], Paced[]] = [[], []]
    const [fastAlone, fastWatched]: [Measured[], Measured[]] = [[], []]
    for (let round = 0; round < ROUNDS; round++) {
      alone.push(await pace(place, 0))
      watched.push(await pace(place, WATCHERS))
      fastAlone.push(await atFullSpeed(place, 0))
      fastWatched.push(await atFullSpeed(place, WATCHERS))
    }
    return [
      `| recording in a run of ${SIZE.suites * SIZE.casesPerSuite} cases | nobody watches | ${WATCHERS} watch | ratio | bar |`,
      '| --- | --- | --- | --- | --- |',
      `| ${PER_SECOND} results a second | ${pacedCell(alone)} | ${pacedCell(watched)} | **${ratio(watched, alone)}** | ≥ 0.75 |`,
      `| from the last answer until all have seen the end |  | ${delayCell(watched)} |  | < 1,000 ms |`,
      `| messages to one watcher |  | ${messageCell(watched)} |  | a few a second |`,
      `| as fast as it can, ${CONNECTIONS} connections | ${fastCell(fastAlone)} | ${fastCell(fastWatched)} | **${ratio(fastWatched, fastAlone)}** | ≥ 0.75 |`,
    ]
  } finally {
    await stopTarget(assay)
    rmSync(folder, { recursive: true })
  }
}

async function makePlace(assay: Target): Promise<Place> {
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
async function pace(place: Place, watchers: number): Promise<Paced> {
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

async function atFullSpeed(place: Place, watchers: number): Promise<Measured> {
  const { id: testRunId } = await place.call('POST', `/test-runs/project/${place.projectId}`, { omitResults: true })
  const child = watchers > 0 ? await startWatchers(place, testRunId, watchers) : undefined
  const requests = place.caseIds.slice(0, 200).map((caseId) => ({
    method: 'POST' as const,
    path: `/api/test-cases/${caseId}/execute`,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${place.tokens[0]}` },
    body: JSON.stringify({ testRunId, actualValue: 'ok', executionTimeMs: 12.5 }),
  }))
  const measured = await measure(place.assay, {
    url: place.assay.url,
    connections: CONNECTIONS,
    seconds: SECONDS,
    requests,
  })
  await stop(child)
  return measured
}

async function startWatchers(
  { assay, projectId, tokens }: Place,
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

function ratio(watched: { perSecond: number }[], alone: { perSecond: number }[]): string {
  return median(watched.map(({ perSecond }, round) => perSecond / (alone[round]?.perSecond ?? Number.NaN))).toFixed(2)
}

function pacedCell(rounds: Paced[]): string {
  const timesMs = rounds.flatMap((round) => round.timesMs)
  return `${median(rounds.map(({ perSecond }) => perSecond)).toFixed(0)}/s, p50 ${median(timesMs).toFixed(1)} ms, p99 ${percentile(timesMs, 0.99).toFixed(0)} ms, ${median(rounds.map(({ cpuShare }) => cpuShare * 100)).toFixed(0)} % of a core`
}

function delayCell(rounds: Paced[]): string {
  const delays = rounds.map(({ seen, lastAtMs }) => Math.max(...(seen?.atMs ?? [])) - lastAtMs)
  return `${median(delays).toFixed(0)} ms, most ${Math.max(...delays).toFixed(0)} ms`
}

function messageCell(rounds: Paced[]): string {
  const seconds = (SIZE.suites * SIZE.casesPerSuite) / PER_SECOND
  const perSecond = median(rounds.map(({ seen }) => (seen?.messages ?? 0) / WATCHERS / seconds))
  const kilobytes = median(rounds.map(({ seen }) => (seen?.bytes ?? 0) / (seen?.messages ?? 1) / 1_000))
  return `${perSecond.toFixed(1)} a second, ${kilobytes.toFixed(0)} kB each`
}

function fastCell(rounds: Measured[]): string {
  const of = (read: (measured: Measured) => number) => median(rounds.map(read))
  return `${of((m) => m.perSecond)}/s, p99 ${of((m) => m.p99Ms)} ms, ${of((m) => m.cpuUsPerRequest)} µs CPU`
}
