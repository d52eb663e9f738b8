import type { Caller, GrowthCall } from './growth-subject.ts'

/* The calls of the growth benchmark that choose, compare and show runs. */

const RATIO = '≤ 1.3'
const AT_MOST_MS = 50
const PER_ROUND = 30
const CASES_OF_DOTS = 100
const RUNS_PER_PAGE = 50

/** A result of the newest run changes, so the read counts that run again. */
const recordInNewest: Caller = ({ call, caseIds, runningRunId }, index) =>
  call('POST', `/test-cases/${caseIds[index]}/execute`, {
    testRunId: runningRunId,
    actualValue: Math.random() < 0.9 ? 'ok' : 'no',
  })

const query = (name: string, ids: string[]) => ids.map((id) => `${name}=${id}`).join('&')

const ofProject = (path: string): Caller => {
  return ({ call, projectId }) => call('GET', `/projects/${projectId}/${path}`)
}

const listed = (filter: string): Caller => {
  return ({ call, projectId }) => call('GET', `/test-runs/project/${projectId}?limit=${RUNS_PER_PAGE}${filter}`)
}

const dots: Caller = ({ call, projectId, caseIds }) =>
  call('GET', `/projects/${projectId}/test-case-health?${query('testCaseIds', caseIds.slice(0, CASES_OF_DOTS))}`)

const cards: Caller = ({ call, projectIds }) => call('GET', `/project-health?${query('projectIds', projectIds)}`)

const comparison: Caller = ({ call, runningRunId }) => call('GET', `/test-runs/${runningRunId}/comparison?limit=100`)

const reads: [name: string, run: Caller][] = [
  ['quality of a project', ofProject('quality')],
  ['trend of 30 runs', ofProject('trend?runs=30')],
  ['trend of 100 runs', ofProject('trend?runs=100')],
  ['flaky cases, first page of 50', ofProject('flaky?limit=50')],
  ['flaky cases in 20 runs, first page of 50', ofProject('flaky?limit=50&runs=20')],
  ['cards of 50 projects', cards],
  ['All Runs, first page', listed('')],
  ['All Runs, first page of a branch and a status', listed('&branch=main&status=completed')],
  ['All Runs, first page of a word', listed('&q=main')],
  ['All Runs, a word that few runs have', listed('&q=R12')],
  ['values of run fields', ofProject('run-values')],
  ['comparison of a run with the one before', comparison],
  ['last results of 100 cases', dots],
]

export const QUALITY_CALLS: GrowthCall[] = [
  ...reads.map(([name, run]) => {
    return { name, bar: RATIO, atMostMs: AT_MOST_MS, perRound: PER_ROUND, change: recordInNewest, run }
  }),
  {
    name: 'quality of a project, unchanged',
    bar: RATIO,
    atMostMs: AT_MOST_MS,
    perRound: PER_ROUND,
    run: ofProject('quality'),
  },
]
