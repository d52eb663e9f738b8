import type { ResultStatus } from './result-status.ts'
import { isFailure } from './severity.ts'

/**
 * A result is flaky when an execution passed after an earlier one in the same run had failed. A value set by hand is no
 * execution. `hasFailed` says whether any execution so far has failed.
 */
export function afterExecution(
  { hasFailed }: { hasFailed: boolean },
  status: ResultStatus,
): { hasFailed: boolean; flaky: boolean } {
  return { hasFailed: hasFailed || isFailure(status), flaky: hasFailed && status === 'passed' }
}
