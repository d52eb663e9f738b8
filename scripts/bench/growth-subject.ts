import { setTimeout as wait } from 'node:timers/promises'
import { apiOf, type Call } from '../seed/api.ts'
import type { Filled } from './growth-fill.ts'
import { uploadReport } from './growth-report.ts'

/* What the calls of the growth benchmark are made on. */

/** The subjects of the calls in one database: a recorded run of 1,000 results, and a run to record in. */
export type Subject = {
  call: Call
  projectId: string
  /** Of all projects. */
  projectIds: string[]
  recordedRunId: string
  runningRunId: string
  caseIds: string[]
  secondPage: string
  middleRunId: string
  start: () => Promise<unknown>
  upload: () => Promise<unknown>
  deleteStartedRuns: () => Promise<void>
}
export type Caller = (subject: Subject, index: number) => Promise<unknown>
/** `bar` is for the ratio, and `atMostMs` for the 99th percentile with the most results. `change` is made before each call, outside its time: then the read is a first one, not one from the byte cache. */
export type GrowthCall = {
  name: string
  bar: string
  atMostMs?: number
  perRound: number
  change?: Caller
  run: Caller
}

/** Signs in to a filled database and starts a run to record in. */
export async function openSubject(
  url: string,
  { size, projectId, projectIds, recordedRunId }: Filled,
): Promise<Subject> {
  const { accessToken } = await apiOf(url)('POST', '/auth/sign-in', {
    email: 'bench@example.com',
    password: 'benchmark',
  })
  const call = apiOf(url, accessToken)
  while ((await call('GET', `/projects/${projectId}/quality`)).runsToCount > 0) await wait(1_000)
  const running = await call('POST', `/test-runs/project/${projectId}`, { branch: 'main', environment: 'production' })
  const caseIds: string[] = running.results.map(({ testCase }: { testCase: { id: string } }) => testCase.id)
  const firstPage = await call('GET', `/test-cases/${caseIds[0]}/results?limit=5`)
  const [middleRun] = await call(
    'GET',
    `/test-runs/project/${projectId}?limit=1&offset=${Math.floor(size / caseIds.length / 2)}`,
  )
  const started: string[] = []
  return {
    call,
    projectId,
    projectIds,
    recordedRunId,
    runningRunId: running.id,
    caseIds,
    secondPage: firstPage.at(-1).testRun.id,
    middleRunId: middleRun.id,
    async start() {
      started.push((await call('POST', `/test-runs/project/${projectId}`)).id)
    },
    async upload() {
      started.push(await uploadReport(url, accessToken, projectId))
    },
    async deleteStartedRuns() {
      for (const id of started.splice(0)) await call('DELETE', `/test-runs/${id}`)
    },
  }
}
