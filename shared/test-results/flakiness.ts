import type { ResultStatus } from './result-status.ts'

/** What is known of a result before it is executed once more. */
type Before = { hasFailed: boolean }

/**
 * A result is flaky when an execution passed after an earlier one in the same run had failed. `hasFailed` says
 * whether one of the executions so far failed; a value that a tester sets by hand is no execution.
 */
export function afterExecution({ hasFailed }: Before, status: ResultStatus): { hasFailed: boolean; flaky: boolean } {
  return { hasFailed: hasFailed || status === 'failed' || status === 'error', flaky: hasFailed && status === 'passed' }
}
