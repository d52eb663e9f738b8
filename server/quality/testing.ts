import type { Db } from '../database/databases.ts'
import { isDone, readPlan } from './plan.ts'

/*
 * The quality of a project as a naive program computes it: from all results, with the formula of the documentation
 * written out. It shares no code with the server, which
 * only says when it is done.
 */

type Row = {
  run: string
  branch: string
  at: string
  status: string
  flaky: number
  attempts: number
  ms: number | null
}

export type NaiveHealth = {
  runs: number
  executions: number
  flips: number
  passedOnRetry: number
  score: number
  volume: number
  lastFlakyAt: string | null
  isBroken: boolean
  medianMs: number | null
  recent: string[]
}

/** By case, for cases with a result in the newest 100 runs. */
async function naiveHealth(db: Db, projectId: string, last = 30): Promise<Map<string, NaiveHealth>> {
  const runs = await db
    .selectFrom('test_runs')
    .select(['id', 'branch', 'environment'])
    .where('project_id', '=', projectId)
    .where('is_receiving', '=', 0)
    .orderBy('id', 'desc')
    .limit(100)
    .execute()
  const healths = new Map<string, NaiveHealth>()
  const rows = new Map<string, Row[]>()
  for (const run of runs) {
    const results = await db.selectFrom('test_results').selectAll().where('test_run_id', '=', run.id).execute()
    for (const result of results) {
      if (result.status === 'pending') continue
      const list = rows.get(result.test_case_id) ?? []
      rows.set(result.test_case_id, list)
      const { status, flaky, attempts } = result
      const branch = `${run.branch}\n${run.environment}`
      list.push({
        run: run.id,
        branch,
        at: result.executed_at ?? '',
        status,
        flaky,
        attempts,
        ms: result.execution_time_ms,
      })
    }
  }
  for (const [id, list] of rows) healths.set(id, healthOf(list, last))
  return healths
}

/** When each case was last executed, in whatever run. */
async function naiveLastRuns(db: Db, projectId: string): Promise<Map<string, string | null>> {
  const rows = await db
    .selectFrom('test_results')
    .innerJoin('test_runs', 'test_runs.id', 'test_results.test_run_id')
    .select(['test_case_id', 'executed_at'])
    .where('test_runs.project_id', '=', projectId)
    .where('is_receiving', '=', 0)
    .where('test_results.status', 'in', ['passed', 'failed', 'error'])
    .orderBy('test_runs.id')
    .execute()
  return new Map(rows.map(({ test_case_id, executed_at }) => [test_case_id, executed_at]))
}

function healthOf(list: Row[], last: number): NaiveHealth {
  const executed = list.filter((row) => row.status !== 'skipped')
  const used: Row[] = []
  const numberOn: Record<string, number> = {}
  for (const row of executed.slice(0, last)) {
    numberOn[row.branch] = (numberOn[row.branch] ?? 0) + 1
    if ((numberOn[row.branch] ?? 0) <= 20) used.push(row)
  }
  let flips = 0
  let retries = 0
  let executions = 0
  let lastFlakyAt: string | null = null
  used.forEach((row, index) => {
    const older = used.slice(index + 1).find((other) => other.branch === row.branch)
    const isFlip = older !== undefined && (older.status === 'passed') !== (row.status === 'passed')
    if (isFlip) flips += 1
    if (row.flaky === 1) retries += 1
    if ((isFlip || row.flaky === 1) && lastFlakyAt === null) lastFlakyAt = row.at
    executions += row.attempts
  })
  const points = flips + 2 * retries
  const score = points > 20 ? 1 : points / 20
  const times = used.map((row) => row.ms).filter((ms) => ms !== null)
  times.sort((a, b) => a - b)
  const half = Math.floor(times.length / 2)
  const [low = 0, high = 0] = times.length % 2 === 1 ? [times[half], times[half]] : [times[half - 1], times[half]]
  return {
    runs: used.length,
    executions,
    flips,
    passedOnRetry: retries,
    score,
    volume: score * used.length,
    lastFlakyAt,
    isBroken: used.length > 0 && used[0]?.status !== 'passed' && flips <= 1 && retries === 0,
    medianMs: times.length === 0 ? null : (low + high) / 2,
    recent: list.slice(0, 10).map((row) => `${row.run} ${row.status} ${row.flaky}`),
  }
}

/** The new failures of each of the newest 100 runs, by the definition. */
async function naiveNewFailures(db: Db, projectId: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('test_results')
    .innerJoin('test_runs', 'test_runs.id', 'test_results.test_run_id')
    .select(['test_runs.id', 'branch', 'environment', 'test_case_id', 'test_results.status'])
    .where('test_runs.project_id', '=', projectId)
    .where('is_receiving', '=', 0)
    .where('test_results.status', 'in', ['passed', 'failed', 'error'])
    .orderBy('test_runs.id')
    .execute()
  const counts = new Map<string, number>()
  const before = new Map<string, boolean>()
  for (const { id, branch, environment, test_case_id, status } of rows) {
    const key = `${test_case_id}\n${branch}\n${environment}`
    const isFailing = status !== 'passed'
    counts.set(id, (counts.get(id) ?? 0) + (isFailing && !before.get(key) ? 1 : 0))
    before.set(key, isFailing)
  }
  return counts
}

type Get = (path: string) => Promise<any>

/** Reads until all results are folded: one read folds for half a second at most. */
export async function untilFolded(db: Db, projectId: string, get: Get): Promise<void> {
  do await get(`/projects/${projectId}/quality`)
  while (!isDone(await readPlan(db, projectId)))
}

const IDS_PER_READ = 100

/** What the server answers and what the naive program does, in one form. `get` reads a path over REST. */
export async function answersAndNaive(db: Db, projectId: string, get: Get) {
  const path = `/projects/${projectId}`
  await untilFolded(db, projectId, get)
  const cases = await db.selectFrom('test_cases').select('id').where('project_id', '=', projectId).execute()
  const ids = cases.map(({ id }) => id)
  const healths = await naiveHealth(db, projectId)
  const newFailures = await naiveNewFailures(db, projectId)
  const lastRuns = await naiveLastRuns(db, projectId)
  const health: any[] = []
  for (let from = 0; from < ids.length; from += IDS_PER_READ) {
    const part = ids.slice(from, from + IDS_PER_READ)
    health.push(...(await get(`${path}/test-case-health?${part.map((id) => `testCaseIds=${id}`).join('&')}`)))
  }
  const trend = await get(`${path}/trend?runs=100`)
  const { numbers, slowest } = await get(`${path}/quality`)
  const times = ids.map((id) => healths.get(id)?.medianMs ?? null).filter((ms) => ms !== null)
  const usual = await naiveFlaky(db, projectId, ids, 30)
  const answers = {
    health: health.map(({ recent, isFlaky: _, ...of }) => ({ ...of, recent: recent.map(asText) })),
    flaky: (await get(`${path}/flaky`)).map(asFlaky),
    flakyInFewRuns: (await get(`${path}/flaky?runs=7`)).map(asFlaky),
    flakyInAllRuns: (await get(`${path}/flaky?runs=100`)).map(asFlaky),
    newFailures: trend.map((point: any) => [point.run.id, point.newFailures]),
    numbers: [numbers.broken, numbers.flaky],
    slowest: slowest.map((one: any) => one.medianMs),
  }
  const naive: typeof answers = {
    health: ids.map((id) => {
      const { recent = [], score = 0, isBroken = false, runs = 0, flips = 0, passedOnRetry = 0 } = healths.get(id) ?? {}
      return {
        testCaseId: id,
        recent,
        score,
        runs,
        flips,
        passedOnRetry,
        isBroken,
        lastRunAt: lastRuns.get(id) ?? null,
      }
    }),
    flaky: usual,
    flakyInFewRuns: await naiveFlaky(db, projectId, ids, 7),
    flakyInAllRuns: await naiveFlaky(db, projectId, ids, 100),
    newFailures: trend.map((point: any) => [point.run.id, newFailures.get(point.run.id) ?? 0]),
    numbers: [ids.filter((id) => healths.get(id)?.isBroken).length, usual.filter(({ score }) => score >= 0.1).length],
    slowest: times.toSorted((a, b) => b - a).slice(0, 5),
  }
  return { answers, naive }
}

const asText = ({ testRunId, status, flaky }: any) => `${testRunId} ${status} ${flaky ? 1 : 0}`
const asFlaky = ({ testCase, lastFlake: _, isQuarantined: __, ...of }: any) => ({
  testCase: { id: testCase.id },
  ...of,
})

async function naiveFlaky(db: Db, projectId: string, ids: string[], runs: number) {
  const all = [...(await naiveHealth(db, projectId, runs))].filter(([id, { score }]) => score > 0 && ids.includes(id))
  all.sort(([a, one], [b, other]) => other.volume - one.volume || (a < b ? 1 : -1))
  return all.map(([id, { executions, flips, passedOnRetry, score, volume, lastFlakyAt, runs: count }]) => ({
    testCase: { id },
    runs: count,
    executions,
    flips,
    passedOnRetry,
    score,
    volume,
    lastFlakyAt,
  }))
}
