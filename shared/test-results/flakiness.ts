import type { ResultStatus } from './result-status.ts'
import { isFailure } from './severity.ts'

/**
 * A result is flaky when an execution passed after an earlier one in the same run failed. A value set by hand is not an
 * execution. `hasFailed`: whether any execution so far failed.
 */
export function afterExecution(
  { hasFailed }: { hasFailed: boolean },
  status: ResultStatus,
): { hasFailed: boolean; flaky: boolean } {
  return { hasFailed: hasFailed || isFailure(status), flaky: hasFailed && status === 'passed' }
}
