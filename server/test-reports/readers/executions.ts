import type { FoundTest, ReportedExecution } from '../reported-test.ts'

export const PASSED: ReportedExecution = {
  status: 'passed',
  message: null,
  trace: null,
  durationMs: null,
  startedAt: null,
}

/** A test with a single execution. */
export function singleTest(suite: string[], name: string, execution: Partial<ReportedExecution>): FoundTest {
  return { suite, name, keys: [], executions: [{ ...PASSED, ...execution }] }
}

const RETRIES_MAX = 100

/** Failures for retries that a report counts but does not list. */
export function unknownFailures(count: number): ReportedExecution[] {
  return Array.from({ length: Math.min(count, RETRIES_MAX) }, () => ({ ...PASSED, status: 'failed' }))
}

export function isNotRun({ status }: Pick<ReportedExecution, 'status'>): boolean {
  return status === 'skipped' || status === 'pending'
}
