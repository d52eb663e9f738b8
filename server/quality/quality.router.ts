import {
  CardsInput,
  CaseHealth,
  CaseHealthInput,
  FlakyCase,
  FlakyInput,
  NewFailuresInput,
  ProjectHealth,
  Quality,
  QualityInput,
  QualitySuite,
  QualitySuitesInput,
  RunNewFailures,
  TrendInput,
  TrendPoint,
} from '#shared/quality/quality.ts'
import { sendPage } from '../context.ts'
import { caller, compiled, restUnder, router, user } from '../trpc.ts'
import { countNewFailures, listTrend } from './trend.ts'
import { listCards } from './cards.ts'
import { listCaseHealth } from './case-health.ts'
import { listFlakyCases } from './flaky.ts'
import { listQualitySuites } from './suites.ts'
import { readQuality } from './overview.ts'

const rest = restUnder('Quality')

export const qualityRouter = router({
  overview: caller('read')
    .meta(rest('GET /projects/{projectId}/quality', 'Read the quality of a project'))
    .input(compiled(QualityInput))
    .output(compiled(Quality))
    .query(({ ctx, input }) => readQuality(ctx, input)),
  suites: caller('read')
    .meta(rest('GET /projects/{projectId}/quality/suites', 'List the quality of the suites of a project'))
    .input(compiled(QualitySuitesInput))
    .output(compiled(QualitySuite.array()))
    .query(async ({ ctx, input }) => sendPage(ctx, await listQualitySuites(ctx, input))),
  trend: caller('read')
    .meta(rest('GET /projects/{projectId}/trend', 'List the last ended runs with their counts, oldest first'))
    .input(compiled(TrendInput))
    .output(compiled(TrendPoint.array()))
    .query(async ({ ctx, input }) => sendPage(ctx, await listTrend(ctx, input))),
  flaky: caller('read')
    .meta(rest('GET /projects/{projectId}/flaky', 'List the flaky cases of a project, the largest volume first'))
    .input(compiled(FlakyInput))
    .output(compiled(FlakyCase.array()))
    .query(async ({ ctx, input }) => sendPage(ctx, await listFlakyCases(ctx, input))),
  cards: user('read')
    .meta(rest('GET /project-health', 'Read the quality of some of my projects'))
    .input(compiled(CardsInput))
    .output(compiled(ProjectHealth.array()))
    .query(({ ctx, input }) => listCards(ctx, input)),
  newFailures: caller('read')
    .meta(rest('GET /projects/{projectId}/new-failures', 'Count the new failures of some runs'))
    .input(compiled(NewFailuresInput))
    .output(compiled(RunNewFailures.array()))
    .query(({ ctx, input }) => countNewFailures(ctx, input)),
  caseFlakiness: caller('read')
    .meta(
      rest('GET /projects/{projectId}/test-case-health', 'Read the last results of some cases, and how flaky they are'),
    )
    .input(compiled(CaseHealthInput))
    .output(compiled(CaseHealth.array()))
    .query(({ ctx, input }) => listCaseHealth(ctx, input)),
})
