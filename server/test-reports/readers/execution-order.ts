import type { ReportedExecution } from '../reported-test.ts'

/** A test that was skipped in the end keeps the outcome of its last execution that ran. */
export function inOrder(executions: ReportedExecution[]): ReportedExecution[] {
  if (!isNotRun(executions.at(-1) as ReportedExecution)) return executions
  return [...executions.filter(isNotRun), ...executions.filter((execution) => !isNotRun(execution))]
}

function isNotRun({ status }: ReportedExecution): boolean {
  return status === 'skipped' || status === 'pending'
}
