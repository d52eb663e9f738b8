import { apiOf, type Call } from '../seed/api.ts'
import type { Filled } from './growth-fill.ts'
import { uploadReport } from './growth-report.ts'

/* The calls of the growth benchmark. */

export const GROWTH_ROUNDS = 7

const BAR = '≤ 1.3'

/** The subjects of the calls in one database: a recorded run of 1,000 results, and a run to record in. */
export type Subject = {
  call: Call
  projectId: string
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
/** `change` is made before each call, outside its time: then the read is a first one, not one from the byte cache. */
export type GrowthCall = { name: string; bar: string; perRound: number; change?: Caller; run: Caller }

const recordOnce: Caller = ({ call, caseIds, recordedRunId }) =>
  call('POST', `/test-cases/${caseIds[0]}/execute`, { testRunId: recordedRunId, actualValue: `${Math.random()}` })

export const GROWTH_CALLS: GrowthCall[] = [
  {
    name: 'record one execution',
    bar: BAR,
    perRound: 200,
    run: ({ call, caseIds, runningRunId }, index) =>
      call('POST', `/test-cases/${caseIds[index]}/execute`, {
        testRunId: runningRunId,
        actualValue: index % 3 === 0 ? 'no' : 'ok',
      }),
  },
  { name: 'start a run of 1,000 cases', bar: '', perRound: 5, run: ({ start }) => start() },
  {
    name: 'open a run of 1,000 results',
    bar: BAR,
    perRound: 15,
    change: recordOnce,
    run: ({ call, recordedRunId }) => call('GET', `/test-runs/${recordedRunId}`),
  },
  {
    name: 'overview of a run',
    bar: '',
    perRound: 30,
    change: recordOnce,
    run: ({ call, recordedRunId }) => call('GET', `/test-runs/${recordedRunId}/overview`),
  },
  {
    name: 'new failures of a run',
    bar: '',
    perRound: 30,
    change: recordOnce,
    run: ({ call, recordedRunId }) => call('GET', `/test-runs/${recordedRunId}/new-failures`),
  },
  {
    name: 'newest 5 runs of the list',
    bar: '',
    perRound: 30,
    change: recordOnce,
    run: ({ call, projectId }) => call('GET', `/test-runs/project/${projectId}?limit=5`),
  },
  {
    name: 'history of a case, first page of 5',
    bar: '',
    perRound: 30,
    run: ({ call, caseIds }, index) => call('GET', `/test-cases/${caseIds[index]}/results?limit=5`),
  },
  {
    name: 'history of a case, next page',
    bar: '',
    perRound: 30,
    run: ({ call, caseIds, secondPage }, index) =>
      call('GET', `/test-cases/${caseIds[index]}/results?limit=5&cursor=${secondPage}`),
  },
  {
    name: 'history of a case, a page from the middle',
    bar: '',
    perRound: 30,
    run: ({ call, caseIds, middleRunId }, index) =>
      call('GET', `/test-cases/${caseIds[index]}/results?limit=5&cursor=${middleRunId}`),
  },
  {
    name: 'a project',
    bar: '',
    perRound: 30,
    change: ({ call, projectId }) => call('PATCH', `/projects/${projectId}`, { description: `${Math.random()}` }),
    run: ({ call, projectId }) => call('GET', `/projects/${projectId}`),
  },
  { name: 'upload a report of 1,000 results', bar: '', perRound: 3, run: ({ upload }) => upload() },
]

/** Signs in to a filled database and starts a run to record in. */
export async function openSubject(url: string, { size, projectId, recordedRunId }: Filled): Promise<Subject> {
  const { accessToken } = await apiOf(url)('POST', '/auth/sign-in', {
    email: 'bench@example.com',
    password: 'benchmark',
  })
  const call = apiOf(url, accessToken)
  const running = await call('POST', `/test-runs/project/${projectId}`)
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
