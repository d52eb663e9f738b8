import { FLAKY_SCORE, flakySince } from '#shared/quality/flaky-score.ts'
import type { CaseHealth, CaseHealthInput } from '#shared/quality/quality.ts'
import { runName } from '#shared/test-runs/run-name.ts'
import type { ActorContext } from '../context.ts'
import { findProject } from '../projects/projects.repository.ts'
import { catchUp } from './catch-up.ts'
import { listHealthCases, listResultIds, pairKey } from './details.repository.ts'
import { listHealthRows } from './fold.repository.ts'
import { listNewest } from './newest-results.repository.ts'
import { countedRuns } from './plan.ts'

const RECENT = 10

export async function listCaseHealth(
  ctx: ActorContext,
  { projectId, testCaseIds }: CaseHealthInput,
): Promise<CaseHealth[]> {
  const { db, actor } = ctx
  const project = await findProject(db, actor, projectId, 'project.read')
  const plan = await catchUp(ctx, project.id)
  const cases = await listHealthCases(db, project.id, testCaseIds)
  const ids = testCaseIds.filter((id) => cases.has(id))
  const rows = await listHealthRows(db, ids)
  const recent = await listNewest(db, countedRuns(plan), { ids, limit: RECENT, withSkipped: true })
  const resultIds = await listResultIds(
    db,
    Array.from(recent, ([id, entries]) => entries.map(({ run }) => [run.id, id] as const)).flat(),
  )
  const since = flakySince(new Date())
  return ids.map((testCaseId) => {
    const row = rows.get(testCaseId)
    return {
      testCaseId,
      recent: (recent.get(testCaseId) ?? []).flatMap(({ run, status, flaky, ms, at }) => {
        const resultId = resultIds.get(pairKey(run.id, testCaseId))
        if (resultId === undefined) return []
        const ids = { testRunId: run.id, runName: runName(run), resultId }
        return { ...ids, status, flaky, executedAt: at, executionTimeMs: ms }
      }),
      score: row?.score ?? 0,
      runs: row?.runs ?? 0,
      flips: row?.flips ?? 0,
      passedOnRetry: row?.passed_on_retry ?? 0,
      isFlaky: row !== undefined && row.score >= FLAKY_SCORE && (row.last_flaky_at ?? '') > since,
      isBroken: row?.is_broken === 1,
      lastRunAt: row?.last_run_at ?? null,
    }
  })
}
