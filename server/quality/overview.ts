import { FLAKY_SCORE, flakySince } from '#shared/quality/flaky-score.ts'
import {
  type BrokenCase,
  type NewFailure,
  type Quality,
  type QualityInput,
  type SlowCase,
  TREND_RUNS,
} from '#shared/quality/quality.ts'
import { runName } from '#shared/test-runs/run-name.ts'
import { failingOf, passRate } from '#shared/test-runs/summary.ts'
import type { TestRunListItem } from '#shared/test-runs/test-run.ts'
import type { ActorContext } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { findProject } from '../projects/projects.repository.ts'
import { listQuarantinedIds } from '../quarantine/quarantine.repository.ts'
import { newFailuresOf } from '../test-results/new-failures.repository.ts'
import { listResults } from '../test-results/test-results.repository.ts'
import { catchUp } from './catch-up.ts'
import { listHealthCases, listResultDetails, pairKey } from './details.repository.ts'
import { listFailing } from './failing.ts'
import { showFlaky } from './flaky.ts'
import { listBroken, listFlakyIds, listFlakyRows, listSlowRows } from './health.repository.ts'
import { listNewest } from './newest-results.repository.ts'
import { countedRuns, type Plan } from './plan.ts'
import { streakOf } from './streak.ts'
import { countSuites } from './suites.repository.ts'
import { GRID_RUNS, showSuites, totalsOf } from './suites.ts'
import { pointsOf } from './trend.ts'
import { readWaiting } from './waiting.repository.ts'
import { listEndedIds, WINDOW } from './window.repository.ts'

const SHOWN = { failing: 20, broken: 20, newFailures: 10, slowest: 5, flakiest: 5, suites: 50 }

export async function readQuality(ctx: ActorContext, input: QualityInput): Promise<Quality> {
  const { db, actor } = ctx
  const { id: projectId } = await findProject(db, actor, input.projectId, 'project.read')
  const plan = await catchUp(ctx, projectId)
  const trend = await pointsOf(db, plan, (await listEndedIds(db, projectId, TREND_RUNS)).toReversed())
  const [last, before] = trend.toReversed()
  const runs = trend.slice(-GRID_RUNS).toReversed()
  const totals = await totalsOf(db, projectId)
  const page = { limit: SHOWN.suites, offset: 0 }
  const quarantined = new Set(await listQuarantinedIds(db, projectId))
  const known = await listHealthCases(db, projectId, [...quarantined])
  const flaky = { projectId, since: flakySince(new Date()), score: FLAKY_SCORE }
  const countOf = (ids: string[]) => ids.filter((id) => !quarantined.has(id)).length
  const sum = (key: 'testCases' | 'overdue') => [...totals.values()].reduce((count, of) => count + of[key], 0)
  const flakyIds = await listFlakyIds(db, flaky)
  const broken = await listBroken(db, { projectId })
  const brokenBefore = broken.filter(({ lastRunId }) => last && lastRunId !== null && lastRunId < last.run.id)
  const flakiest = await listFlakyRows(db, { ...flaky, limit: SHOWN.flakiest, offset: 0 })
  return {
    runsToCount: plan.stale.length,
    trend,
    numbers: {
      passRate: last ? passRate(last.summary) : null,
      passRateBefore: before ? passRate(before.summary) : null,
      failing: last ? failingOf(last.summary) : 0,
      newFailures: last?.newFailures ?? 0,
      flaky: countOf(flakyIds),
      flakyQuarantined: flakyIds.length - countOf(flakyIds),
      brokenBefore: brokenBefore.length,
      broken: countOf(broken.map(({ id }) => id)),
      quarantined: known.size,
      notRunIn14Days: sum('overdue'),
      testCases: sum('testCases'),
    },
    failing: last ? await listFailing(db, plan, last.run, { limit: SHOWN.failing, quarantined }) : [],
    brokenBefore: await showBroken(db, plan, brokenBefore.slice(0, SHOWN.broken)),
    broken: await showBroken(db, plan, broken.slice(0, SHOWN.broken)),
    newFailures: last ? await listNewFailures(db, projectId, last.run) : [],
    slowest: await listSlowest(db, projectId),
    flakiest: await showFlaky(db, projectId, flakiest, quarantined),
    runs: runs.map(({ run }) => ({ id: run.id, name: runName(run), createdAt: run.createdAt })),
    suites: await showSuites(db, projectId, { runs: runs.map(({ run }) => run.id), totals, page }),
    suitesTotal: await countSuites(db, projectId),
    waiting: await readWaiting(db, actor, projectId),
  }
}

async function listNewFailures(db: Db, projectId: string, run: TestRunListItem): Promise<NewFailure[]> {
  const results = await listResults(db, newFailuresOf(run), { limit: SHOWN.newFailures })
  const cases = await listHealthCases(
    db,
    projectId,
    results.map(({ testCase }) => testCase.id),
  )
  return results.flatMap(({ id, executedAt, errorMessage, testCase: { id: testCaseId } }) => {
    const testCase = cases.get(testCaseId)
    if (!testCase) return []
    const at = executedAt ?? run.createdAt
    return { testCase, testRunId: run.id, runName: runName(run), resultId: id, at, errorMessage }
  })
}

async function listSlowest(db: Db, projectId: string): Promise<SlowCase[]> {
  const rows = await listSlowRows(db, { projectId, limit: SHOWN.slowest })
  const cases = await listHealthCases(
    db,
    projectId,
    rows.map((row) => row.test_case_id),
  )
  return rows.flatMap(({ test_case_id, median_ms, timed_runs }) => {
    const testCase = cases.get(test_case_id)
    // Earlier versions stored Infinity for the median of the longest times, which JSON cannot hold.
    const medianMs = median_ms === null ? null : Math.min(median_ms, Number.MAX_VALUE)
    return testCase && medianMs !== null ? { testCase, medianMs, runs: timed_runs } : []
  })
}

async function showBroken(db: Db, plan: Plan, broken: { id: string }[]): Promise<BrokenCase[]> {
  const ids = broken.map(({ id }) => id)
  const executed = await listNewest(db, countedRuns(plan), { ids, limit: WINDOW })
  const streaks = ids.flatMap((id) => {
    const streak = streakOf(executed.get(id) ?? [])
    return streak ? [{ id, ...streak }] : []
  })
  const cases = await listHealthCases(
    db,
    plan.projectId,
    streaks.map(({ id }) => id),
  )
  const details = await listResultDetails(
    db,
    streaks.flatMap(({ id, newest, first }) => [newest, first].map(({ run }) => [run.id, id] as const)),
  )
  return streaks.flatMap(({ id, newest, first, passed }) => {
    const testCase = cases.get(id)
    const now = details.get(pairKey(newest.run.id, id))
    const since = details.get(pairKey(first.run.id, id))
    if (!testCase || !now || !since) return []
    return {
      testCase,
      since: { testRunId: since.testRunId, runName: since.runName, at: first.at },
      lastPassedAt: passed?.at ?? null,
      by: since.by,
      resultId: now.resultId,
      testRunId: now.testRunId,
      errorMessage: now.errorMessage,
    }
  })
}
