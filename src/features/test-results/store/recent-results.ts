import type { RecentResult } from '#shared/test-results/match.ts'
import type { TestResult } from '#shared/test-results/test-result.ts'

const RECENT = 10

/** Recent results with the current state of this run: the answer may lack it. */
export function withCurrent(recent: readonly RecentResult[], current: TestResult, runName: string): RecentResult[] {
  const { testRunId, status, executedAt } = current
  const earlier = recent.filter((result) => result.testRunId !== testRunId)
  return status === 'pending' ? earlier : [{ testRunId, runName, status, executedAt }, ...earlier].slice(0, RECENT)
}
