import {
  type NewFailuresInput,
  type RunNewFailures,
  TREND_RUNS,
  type TrendInput,
  type TrendPoint,
} from '#shared/quality/quality.ts'
import type { ActorContext } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { type Page, slicePage } from '../http/paging.ts'
import { findProject } from '../projects/projects.repository.ts'
import { type ComparableRun, newFailuresOf } from '../test-results/new-failures.repository.ts'
import { countResults } from '../test-results/test-results.repository.ts'
import { listRunRowsById, toTestRun } from '../test-runs/test-runs.repository.ts'
import { catchUp } from './catch-up.ts'
import type { Plan } from './plan.ts'
import { listEndedIds } from './window.repository.ts'

export async function listTrend(
  ctx: ActorContext,
  { projectId, runs = TREND_RUNS, ...part }: TrendInput,
): Promise<Page<TrendPoint>> {
  const project = await findProject(ctx.db, ctx.actor, projectId, 'project.read')
  const plan = await catchUp(ctx, project.id)
  const page = slicePage((await listEndedIds(ctx.db, project.id, runs)).toReversed(), part)
  return { ...page, items: await pointsOf(ctx.db, plan, page.items) }
}

/** The ended runs with these ids. */
export async function pointsOf(db: Db, plan: Plan, ids: string[]): Promise<TrendPoint[]> {
  const rows = new Map((await listRunRowsById(db, plan.projectId, ids)).map((row) => [row.id, row]))
  const points = ids.map(async (id): Promise<TrendPoint[]> => {
    const row = rows.get(id)
    if (!row) return []
    const run = toTestRun(row)
    const newFailures = await newFailuresIn(db, plan, run)
    return [{ run, summary: run.summary, durationMs: run.durationMs, newFailures }]
  })
  return (await Promise.all(points)).flat()
}

export async function countNewFailures(
  ctx: ActorContext,
  { projectId, testRunIds }: NewFailuresInput,
): Promise<RunNewFailures[]> {
  const { db, actor } = ctx
  const project = await findProject(db, actor, projectId, 'project.read')
  const plan = await catchUp(ctx, project.id)
  const rows = new Map((await listRunRowsById(db, project.id, testRunIds)).map((row) => [row.id, row]))
  const counts = testRunIds.map(async (testRunId): Promise<RunNewFailures[]> => {
    const row = rows.get(testRunId)
    return row ? [{ testRunId, newFailures: await newFailuresIn(db, plan, toTestRun(row)) }] : []
  })
  return (await Promise.all(counts)).flat()
}

/** The folded count, or for a run that is older or not folded yet, a count of its results. */
export async function newFailuresIn(
  db: Db,
  { folded, stale }: Pick<Plan, 'folded' | 'stale'>,
  run: ComparableRun,
): Promise<number> {
  const known = stale.some(({ id }) => id === run.id) ? null : folded.get(run.id)?.newFailures
  return known ?? (await countResults(db, newFailuresOf(run)))
}
