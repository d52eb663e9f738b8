import { QUALITY_CALLS } from './growth-quality.ts'
import type { Caller, GrowthCall } from './growth-subject.ts'

/* The calls of the growth benchmark. */

export const GROWTH_ROUNDS = 7

const BAR = '≤ 1.3'

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
  ...QUALITY_CALLS,
]
