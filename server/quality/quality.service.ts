import { daysBefore, FLAKY_RUNS } from '#shared/quality/flaky-score.ts'
import {
  type CardsInput,
  type CaseHealth,
  type CaseHealthInput,
  type FlakyCase,
  type FlakyInput,
  type NewFailure,
  type NewFailuresInput,
  OVERDUE_DAYS,
  type ProjectHealth,
  type Quality,
  type QualityInput,
  type QualitySuite,
  type QualitySuitesInput,
  type RunNewFailures,
  TREND_RUNS,
  type TrendInput,
  type TrendPoint,
} from '#shared/quality/quality.ts'
import { runName } from '#shared/test-runs/run-name.ts'
import { passRate } from '#shared/test-runs/summary.ts'
import type { TestRunListItem } from '#shared/test-runs/test-run.ts'
import type { ActorContext, UserContext } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { offsetPage, type Page, slicePage } from '../http/paging.ts'
import { findProject, listProjectIdsOfUser } from '../projects/projects.service.ts'
import { listQuarantinedIds } from '../quarantine/quarantine.service.ts'
import { countResults, listResults, newFailuresOf } from '../test-results/test-results.service.ts'
import { findTestRun, listRunRowsById, listSuitesOfRun, toTestRun } from '../test-runs/test-runs.service.ts'
import { listHealthCases, listResultDetails, pairKey } from './details.repository.ts'
import { type Health, isFlaky, readHealth } from './health.ts'
import { showBroken, showFlaky, showSlowest } from './lists.ts'
import { countSuites, listCaseSuites, listSuiteHeads } from './suites.repository.ts'
import { readWaiting } from './waiting.repository.ts'
import { listEndedIds, listWindow } from './window.repository.ts'

const RECENT = 10
const SHOWN = { broken: 20, newFailures: 10, slowest: 5, flakiest: 5, runs: 10, suites: 50 }

export async function listTrend(
  ctx: ActorContext,
  { projectId, runs = TREND_RUNS }: TrendInput,
): Promise<TrendPoint[]> {
  const project = await findProject(ctx.db, ctx.actor, projectId, 'project.read')
  return await trendOf(ctx.db, project.id, runs)
}

async function trendOf(db: Db, projectId: string, limit: number): Promise<TrendPoint[]> {
  const ids = await listEndedIds(db, projectId, limit)
  const rows = new Map((await listRunRowsById(db, projectId, ids)).map((row) => [row.id, row]))
  const points: TrendPoint[] = []
  for (const id of ids.toReversed()) {
    const row = rows.get(id)
    if (!row) continue
    const run = toTestRun(row)
    points.push({ run, summary: run.summary, durationMs: run.durationMs, newFailures: await newFailuresIn(db, run) })
  }
  return points
}

const quarantinedIn = async (db: Db, projectId: string) => new Set(await listQuarantinedIds(db, projectId))

const newFailuresIn = async (db: Db, run: TestRunListItem) => await countResults(db, newFailuresOf(run))

export async function listFlakyCases(
  ctx: ActorContext,
  { projectId, runs = FLAKY_RUNS, ...page }: FlakyInput,
): Promise<Page<FlakyCase>> {
  const { db } = ctx
  const project = await findProject(db, ctx.actor, projectId, 'project.read')
  const flaky = await existing(db, project.id, flakyOf(await readHealth(db, project.id, runs)))
  const part = slicePage(flaky, page)
  return { ...part, items: await showFlaky(db, project.id, part.items, await quarantinedIn(db, project.id)) }
}

function flakyOf(healths: Health[]): Health[] {
  const now = new Date()
  return healths
    .filter((health) => isFlaky(health, now))
    .toSorted((a, b) => b.volume - a.volume || (a.testCaseId < b.testCaseId ? -1 : 1))
}

async function existing(db: Db, projectId: string, healths: Health[]): Promise<Health[]> {
  const cases = await listHealthCases(
    db,
    projectId,
    healths.map(({ testCaseId }) => testCaseId),
  )
  return healths.filter(({ testCaseId }) => cases.has(testCaseId))
}

export async function readQuality(ctx: ActorContext, { projectId }: QualityInput): Promise<Quality> {
  const { db, actor } = ctx
  const project = await findProject(db, actor, projectId, 'project.read')
  const trend = await trendOf(db, project.id, TREND_RUNS)
  const quarantined = await quarantinedIn(db, project.id)
  const isCounted = ({ testCaseId }: Health) => !quarantined.has(testCaseId)
  const healths = await existing(db, project.id, await readHealth(db, project.id))
  const flaky = flakyOf(healths)
  const broken = healths
    .filter(({ isBroken }) => isBroken)
    .toSorted((a, b) => ((b.counted[0]?.at ?? '') > (a.counted[0]?.at ?? '') ? 1 : -1))
  const slow = healths
    .filter(({ medianMs }) => medianMs !== null)
    .toSorted((a, b) => (b.medianMs ?? 0) - (a.medianMs ?? 0))
  const suites = await suitesOf(ctx, project.id, healths, { limit: SHOWN.suites, offset: 0 })
  const all = await suitesOf(ctx, project.id, healths, { limit: 100_000, offset: 0 })
  const [last, before] = trend.toReversed()
  return {
    runsToCount: 0,
    trend,
    numbers: {
      passRate: last ? passRate(last.summary) : null,
      passRateBefore: before ? passRate(before.summary) : null,
      newFailures: last?.newFailures ?? 0,
      flaky: flaky.filter(isCounted).length,
      broken: broken.filter(isCounted).length,
      quarantined: quarantined.size,
      notRunIn14Days: all.reduce((sum, { notRunIn14Days }) => sum + notRunIn14Days, 0),
      testCases: all.reduce((sum, { testCases }) => sum + testCases, 0),
    },
    broken: await showBroken(db, project.id, broken.slice(0, SHOWN.broken)),
    newFailures: last ? await newFailuresList(db, project.id, last.run) : [],
    slowest: await showSlowest(db, project.id, slow.slice(0, SHOWN.slowest)),
    flakiest: await showFlaky(db, project.id, flaky.slice(0, SHOWN.flakiest), await quarantinedIn(db, project.id)),
    runs: trend
      .slice(-SHOWN.runs)
      .toReversed()
      .map(({ run }) => ({ id: run.id, name: runName(run), createdAt: run.createdAt })),
    suites,
    suitesTotal: await countSuites(db, project.id),
    waiting: await readWaiting(db, actor, project.id),
  }
}

async function newFailuresList(db: Db, projectId: string, run: TestRunListItem): Promise<NewFailure[]> {
  const results = await listResults(db, newFailuresOf(run), { limit: SHOWN.newFailures })
  const ids = results.map(({ testCase }) => testCase.id)
  const cases = await listHealthCases(db, projectId, ids)
  return results.flatMap(({ id, executedAt, errorMessage, testCase: { id: testCaseId } }) => {
    const testCase = cases.get(testCaseId)
    if (!testCase) return []
    const at = executedAt ?? run.createdAt
    return { testCase, testRunId: run.id, runName: runName(run), resultId: id, at, errorMessage }
  })
}

export async function listQualitySuites(
  ctx: ActorContext,
  { projectId, limit, offset = 0 }: QualitySuitesInput,
): Promise<Page<QualitySuite>> {
  const { db } = ctx
  const project = await findProject(db, ctx.actor, projectId, 'project.read')
  const healths = await readHealth(db, project.id)
  const page = limit ?? 100_000
  const suites = await suitesOf(ctx, project.id, healths, { limit: page + 1, offset })
  return offsetPage(suites, { limit, offset }, await countSuites(db, project.id))
}

async function suitesOf(
  { db, actor }: ActorContext,
  projectId: string,
  healths: Health[],
  page: { limit: number; offset: number },
): Promise<QualitySuite[]> {
  const heads = await listSuiteHeads(db, { projectId, ...page })
  const casesOf = Map.groupBy(await listCaseSuites(db, { projectId }), (row) => row.test_suite_id)
  const lastRunOf = new Map(healths.map(({ testCaseId, lastRunAt }) => [testCaseId, lastRunAt]))
  const overdue = daysBefore(new Date(), OVERDUE_DAYS)
  const runs = await listEndedIds(db, projectId, SHOWN.runs)
  const counts = await Promise.all(
    runs.map(async (id) => {
      const suites = await listSuitesOfRun(db, await findTestRun(db, actor, id, 'project.read'))
      return new Map(suites.map(({ id: suiteId, summary }) => [suiteId, summary]))
    }),
  )
  return heads.map((suite) => {
    const times = (casesOf.get(suite.id) ?? []).map(({ id }) => lastRunOf.get(id) ?? '')
    return {
      ...suite,
      testCases: times.length,
      lastRunAt: times.toSorted().at(-1) || null,
      notRunIn14Days: times.filter((at) => at < overdue).length,
      cells: counts.map((of) => of.get(suite.id) ?? null),
    }
  })
}

export async function listCards(ctx: UserContext, { projectIds }: CardsInput): Promise<ProjectHealth[]> {
  const { db, actor } = ctx
  const mine = new Set(await listProjectIdsOfUser(db, actor.user.id))
  const cards: ProjectHealth[] = []
  for (const projectId of projectIds.filter((id) => mine.has(id))) {
    const trend = await trendOf(db, projectId, SHOWN.runs)
    const [newest] = await listWindow(db, projectId)
    const [row] = newest ? await listRunRowsById(db, projectId, [newest.id]) : []
    const lastRun = trend.at(-1)?.run ?? (row ? toTestRun(row) : null)
    const quarantined = await quarantinedIn(db, projectId)
    const flaky = await existing(db, projectId, flakyOf(await readHealth(db, projectId)))
    cards.push({
      projectId,
      lastRun,
      passRate: lastRun && passRate(lastRun.summary),
      newFailures: lastRun ? await newFailuresIn(db, lastRun) : 0,
      flaky: flaky.filter(({ testCaseId }) => !quarantined.has(testCaseId)).length,
      spark: trend.map(({ summary }) => ({ passRate: passRate(summary), failing: summary.failed + summary.error })),
      waiting: (await readWaiting(db, actor, projectId)).pending,
      runsToCount: 0,
    })
  }
  return cards
}

export async function countNewFailures(
  { db, actor }: ActorContext,
  { projectId, testRunIds }: NewFailuresInput,
): Promise<RunNewFailures[]> {
  const project = await findProject(db, actor, projectId, 'project.read')
  const known = new Map((await listRunRowsById(db, project.id, testRunIds)).map((row) => [row.id, toTestRun(row)]))
  const counts: RunNewFailures[] = []
  for (const testRunId of testRunIds) {
    const run = known.get(testRunId)
    if (run) counts.push({ testRunId, newFailures: await newFailuresIn(db, run) })
  }
  return counts
}

export async function listCaseHealth(
  { db, actor }: ActorContext,
  { projectId, testCaseIds }: CaseHealthInput,
): Promise<CaseHealth[]> {
  const project = await findProject(db, actor, projectId, 'project.read')
  const cases = await listHealthCases(db, project.id, testCaseIds)
  const healths = new Map((await readHealth(db, project.id)).map((health) => [health.testCaseId, health]))
  const now = new Date()
  const wanted = testCaseIds.filter((id) => cases.has(id))
  const recentOf = (id: string) => (healths.get(id)?.entries ?? []).slice(0, RECENT)
  const details = await listResultDetails(
    db,
    wanted.flatMap((id) => recentOf(id).map(({ run }) => [run.id, id] as const)),
  )
  return wanted.map((testCaseId) => {
    const health = healths.get(testCaseId)
    return {
      testCaseId,
      recent: recentOf(testCaseId).flatMap(({ run, status, flaky, ms, at }) => {
        const detail = details.get(pairKey(run.id, testCaseId))
        if (!detail) return []
        const { resultId } = detail
        return {
          testRunId: run.id,
          runName: runName(run),
          resultId,
          status,
          flaky,
          executedAt: at,
          executionTimeMs: ms,
        }
      }),
      score: health?.score ?? 0,
      isFlaky: health ? isFlaky(health, now) : false,
      isBroken: health?.isBroken ?? false,
      lastRunAt: health?.lastRunAt ?? null,
    }
  })
}
