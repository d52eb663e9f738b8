import type { BrokenCase } from '#shared/quality/quality.ts'
import type { Db } from '../database/databases.ts'
import { listHealthCases, listResultDetails, pairKey } from './details.repository.ts'
import { listNewest } from './newest-results.repository.ts'
import { countedRuns, type Plan } from './plan.ts'
import { streakOf } from './streak.ts'
import { WINDOW } from './window.repository.ts'

export async function showBroken(
  db: Db,
  plan: Plan,
  projectId: string,
  broken: { id: string }[],
): Promise<BrokenCase[]> {
  const ids = broken.map(({ id }) => id)
  const executed = await listNewest(db, countedRuns(plan), { ids, limit: WINDOW })
  const streaks = ids.flatMap((id) => {
    const streak = streakOf(executed.get(id) ?? [])
    return streak ? [{ id, ...streak }] : []
  })
  const cases = await listHealthCases(
    db,
    projectId,
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
