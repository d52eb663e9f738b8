import type { ResultStatus } from '#shared/test-results/result-status.ts'

const BEST_TO_WORST: ResultStatus[] = ['pending', 'skipped', 'passed', 'failed', 'error']

/** Where a status stands when several tell of one thing: the highest is the one to show. */
export const badness = (status: ResultStatus): number => BEST_TO_WORST.indexOf(status)

/** Executions in an order in which the worst is the last, and else as they were. */
export function worstLast<T extends { status: ResultStatus }>(executions: T[]): T[] {
  return executions.toSorted((a, b) => badness(a.status) - badness(b.status))
}
