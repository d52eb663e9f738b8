import { FLAKY_SCORE, flakySince } from '#shared/quality/flaky-score.ts'
import type { CardsInput, ProjectHealth } from '#shared/quality/quality.ts'
import { failingOf, passRate } from '#shared/test-runs/summary.ts'
import { membershipsOf } from '../authorize.ts'
import type { UserContext } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { listProjectIdsOfUser } from '../projects/projects.repository.ts'
import { listRunRowsOfProjects, type TestRunRow, toTestRun } from '../test-runs/test-runs.repository.ts'
import { listCardHeads, listUnfolded } from './cards.repository.ts'
import { catchUp } from './catch-up.ts'
import { isStale } from './plan.ts'
import { newFailuresIn } from './trend.ts'
import { listFoldedById } from './window.repository.ts'

const SPARK_RUNS = 10

export async function listCards(ctx: UserContext, input: CardsInput): Promise<ProjectHealth[]> {
  const { db } = ctx
  const userId = ctx.actor.user.id
  const mine = new Set(await listProjectIdsOfUser(db, membershipsOf(ctx.actor)))
  const projectIds = input.projectIds.filter((id) => mine.has(id))
  const runsToCount = await catchUpAll(ctx, projectIds)
  const of = { projectIds, userId, since: flakySince(new Date()), score: FLAKY_SCORE, runs: SPARK_RUNS }
  const heads = await listCardHeads(db, of)
  const shown = [...heads.values()].flatMap(({ ended, newest }) => (ended.length > 0 ? ended : (newest ?? [])))
  const runs = new Map((await listRunRowsOfProjects(db, projectIds, shown)).map((row) => [row.id, row]))
  const lastRuns = new Map(
    Array.from(heads, ([id, { ended, newest }]) => [id, runs.get(ended[0] ?? newest ?? '')] as const),
  )
  const newFailures = await countNewFailuresOf(db, [...lastRuns.values()])
  return projectIds.map((projectId) => {
    const head = heads.get(projectId)
    const lastRun = lastRuns.get(projectId)
    const spark = (head?.ended ?? []).toReversed().flatMap((id) => {
      const summary = runs.get(id)
      return summary ? { passRate: passRate(summary), failing: failingOf(summary) } : []
    })
    return {
      projectId,
      lastRun: lastRun ? toTestRun(lastRun) : null,
      passRate: lastRun ? passRate(lastRun) : null,
      newFailures: newFailures.get(lastRun?.id ?? '') ?? 0,
      flaky: head?.flaky ?? 0,
      spark,
      waiting: head?.waiting ?? 0,
      runsToCount: runsToCount.get(projectId) ?? 0,
    }
  })
}

/** Returns how many runs are left to fold, of the projects that had some. */
async function catchUpAll(ctx: UserContext, projectIds: string[]): Promise<Map<string, number>> {
  const unfolded = await listUnfolded(ctx.db, projectIds)
  const plans = unfolded.map(async (id) => [id, (await catchUp(ctx, id)).stale.length] as const)
  return new Map(await Promise.all(plans))
}

async function countNewFailuresOf(db: Db, rows: (TestRunRow | undefined)[]): Promise<Map<string, number>> {
  const runs = rows.filter((row) => row !== undefined)
  const folded = new Map((await listFoldedById(db, { ids: runs.map(({ id }) => id) })).map((run) => [run.id, run]))
  const stale = runs.filter((run) => isStale(run, folded.get(run.id)))
  const counts = runs.map(async (row) => [row.id, await newFailuresIn(db, { folded, stale }, toTestRun(row))] as const)
  return new Map(await Promise.all(counts))
}
