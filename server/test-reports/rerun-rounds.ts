import { isFailure } from '#shared/test-results/severity.ts'
import type { ResultStatus } from '#shared/test-results/result-status.ts'
import type { FoundTest, ReportedExecution } from './reported-test.ts'

/**
 * Decides which repeats are retries. Gradle's test-retry plugin runs failed tests again after all others, so that new
 * executions come at the end of a class. A class whose tests repeat in another order has tests that share a name.
 */
export function rerunRounds() {
  const refuted = new Set<number>()
  let current: number | undefined
  let hasRepeat = false
  let outcomes = new Map<string, ResultStatus>()

  return {
    note(test: FoundTest, id: string): void {
      const { part, reruns } = test
      if (reruns !== 'rounds' || part === undefined) return
      if (part !== current) {
        current = part
        hasRepeat = false
        outcomes = new Map()
      }
      const before = outcomes.get(id)
      const isExpected = before === undefined ? !hasRepeat : isFailure(before)
      if (!isExpected) refuted.add(part)
      hasRepeat ||= before !== undefined
      outcomes.set(id, statusOf(test))
    },

    /** Whether a test is a retry of an earlier one of its name and part. A test that did not run never is. */
    isRetry(test: FoundTest): boolean {
      const status = statusOf(test)
      if (status === 'skipped' || status === 'pending') return false
      if (test.reruns === 'teardown') return status === 'error'
      return test.reruns === 'rounds' ? !refuted.has(test.part as number) : test.reruns === 'retry'
    },
  }
}

function statusOf({ executions }: FoundTest): ResultStatus {
  return (executions.at(-1) as ReportedExecution).status
}
