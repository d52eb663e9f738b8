import type { BrokenCase } from '#shared/quality/quality.ts'
import type { Db } from '../database/databases.ts'
import { listHealthCases, listResultDetails, pairKey } from './details.repository.ts'
import type { HealthRow } from './fold.repository.ts'
import { entriesOf, streakOf, timestamp } from './health-columns.ts'
import { type Plan, slotsOf } from './plan.ts'

/** Broken cases, with the first and the last of their failures. */
export async function showBroken(db: Db, plan: Plan, projectId: string, rows: HealthRow[]): Promise<BrokenCase[]> {
  const slots = slotsOf(plan)
  const streaks = rows.flatMap(({ test_case_id: id, results }) => {
    const streak = streakOf(entriesOf(results, slots))
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
      since: { testRunId: since.testRunId, runName: since.runName, at: timestamp(first.at) },
      lastPassedAt: passed ? timestamp(passed.at) : null,
      by: since.by,
      resultId: now.resultId,
      testRunId: now.testRunId,
      errorMessage: now.errorMessage,
    }
  })
}
