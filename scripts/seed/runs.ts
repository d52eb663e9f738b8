import type { Call } from './api.ts'
import type { Clock } from './clock.ts'
import type { Series } from './history.ts'
import { outcomesOf, type SeededCase } from './outcomes.ts'
import type { DemoPerson } from './people.ts'
import { shareOf } from './random.ts'

/* The runs of the demo, over REST. A nightly job sends all results at once; a person starts and completes a run. */

export type SeededProject = { id: string; machine: Call; cases: SeededCase[] }
type RunPlan = { series: Series; n: number; daysAgo: number; isRunning: boolean }

/** The number of parallel tests. */
const WORKERS = 4
const RECORDED = 0.6
const ASSIGNED = 0.9

export const plansOf = (series: Series): RunPlan[] =>
  series.daysAgo.map((daysAgo, n) => ({
    series,
    n,
    daysAgo,
    isRunning: series.isRunning === true && n === series.daysAgo.length - 1,
  }))

type Stage = { people: DemoPerson[]; clock: Clock; startedAt: number }

export async function makeRun(project: SeededProject, plan: RunPlan, { people, clock, startedAt }: Stage) {
  const { series, n, isRunning } = plan
  const by = series.by(n)
  const call = by === 'machine' ? project.machine : (people[by] as DemoPerson).call
  const cases = project.cases.filter(({ name }) => !series.without?.includes(name))
  clock.set(startedAt)
  const run = await call('POST', `/test-runs/project/${project.id}`, {
    ...factsOf(plan, project.id),
    ...(cases.length < project.cases.length && { selection: { testCaseIds: cases.map(({ id }) => id) } }),
  })
  const shown = isRunning
    ? cases.slice(0, Math.round(cases.length * RECORDED)).filter(({ name }) => !series.notYet?.includes(name))
    : cases
  const executions = shown.map((testCase) => outcomesOf(testCase, series, n))
  const took = sum(executions.flat().map(({ executionTimeMs }) => executionTimeMs ?? 0)) / WORKERS
  clock.set(startedAt + took)
  for (const attempt of [0, 1]) {
    const results = executions.flatMap((attempts) => attempts.slice(attempt, attempt + 1))
    if (results.length > 0) await project.machine('POST', `/test-runs/${run.id}/results`, { results })
  }
  if (isRunning) await assign(call, run, people)
  else await call('POST', `/test-runs/${run.id}/complete`, { omitResults: true })
}

function factsOf({ series, n }: RunPlan, projectId: string) {
  const { branch, environment, milestone } = series
  const commit = Math.floor(shareOf(`${projectId.length} ${branch} ${n}`) * 16 ** 10)
    .toString(16)
    .padStart(10, '0')
  const buildUrl = `https://ci.example.com/${series.project.toLowerCase().replace(' ', '-')}/${1_000 + n}`
  const isBuilt = series.by(n) === 'machine'
  return {
    description: series.name(n),
    branch,
    environment,
    commit,
    ...(milestone && { milestone }),
    ...(isBuilt && { buildUrl }),
  }
}

async function assign(call: Call, run: { id: string; results: { id: string }[] }, people: DemoPerson[]) {
  const assigned = run.results.slice(0, Math.round(run.results.length * ASSIGNED))
  const results = assigned.map(({ id }, index) => ({
    resultId: id,
    // In turn, so that everybody gets pending ones.
    assigneeId: people[index % people.length]?.id,
  }))
  await call('PATCH', `/test-runs/${run.id}/results`, { results })
}

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0)
