import { FLAKY_SCORE, flakySince } from '#shared/quality/flaky-score.ts'
import type { CardsInput, ProjectHealth } from '#shared/quality/quality.ts'
import { passRate } from '#shared/test-runs/summary.ts'
import type { TestRunListItem } from '#shared/test-runs/test-run.ts'
import type { UserContext } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { listProjectIdsOfUser } from '../projects/projects.service.ts'
import { listQuarantinedIds } from '../quarantine/quarantine.service.ts'
import { listRunRowsById, toTestRun } from '../test-runs/test-runs.service.ts'
import { catchUp } from './catch-up.ts'
import { listFlakyIds } from './health.repository.ts'
import type { Plan } from './plan.ts'
import { newFailuresIn, trendOf } from './trend.ts'
import { readWaiting } from './waiting.repository.ts'

const SPARK_RUNS = 10

/** How some projects of the caller fare, in the order in which they are asked for. */
export async function listCards(ctx: UserContext, { projectIds }: CardsInput): Promise<ProjectHealth[]> {
  const mine = new Set(await listProjectIdsOfUser(ctx.db, ctx.actor.user.id))
  return await Promise.all(projectIds.filter((id) => mine.has(id)).map((id) => cardOf(ctx, id)))
}

async function cardOf(ctx: UserContext, projectId: string): Promise<ProjectHealth> {
  const { db, actor } = ctx
  const plan = await catchUp(ctx, projectId)
  const trend = await trendOf(db, plan, projectId, SPARK_RUNS)
  const lastRun = trend.at(-1)?.run ?? (await newestRun(db, plan, projectId))
  const quarantined = new Set(await listQuarantinedIds(db, projectId))
  const flaky = await listFlakyIds(db, { projectId, since: flakySince(new Date()), score: FLAKY_SCORE })
  return {
    projectId,
    lastRun,
    passRate: lastRun && passRate(lastRun.summary),
    newFailures: trend.at(-1)?.newFailures ?? (lastRun ? await newFailuresIn(db, plan, lastRun) : 0),
    flaky: flaky.filter((id) => !quarantined.has(id)).length,
    spark: trend.map(({ summary }) => ({ passRate: passRate(summary), failing: summary.failed + summary.error })),
    waiting: (await readWaiting(db, actor, projectId)).pending,
    runsToCount: plan.stale.length,
  }
}

async function newestRun(db: Db, { window: [newest] }: Plan, projectId: string): Promise<TestRunListItem | null> {
  const [row] = newest ? await listRunRowsById(db, projectId, [newest.id]) : []
  return row ? toTestRun(row) : null
}
