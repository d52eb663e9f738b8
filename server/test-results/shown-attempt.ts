import type { ResultStatus } from '#shared/test-results/result-status.ts'
import { compareSeverity } from '#shared/test-results/severity.ts'

/** `report` and `test` say which test of which report this execution is of; null for an execution by REST. */
export type ShownCandidate = { status: ResultStatus; report: string | null; test: string | null }

/** A report as its sender described it. Ids sort by time. */
export type ReportOrigin = { id: string; shard: string | null; isRetry: boolean }

/**
 * The attempt that a result shows, of its attempts, oldest first. The most severe test counts, the latest of equals. A
 * test is replaced by its own next execution, by a later report that is a retry or is the same shard sent anew, and by
 * any execution by REST. A skipped test was not executed, so it replaces nothing but skipped ones.
 */
export function shownAttempt<A extends ShownCandidate>(
  attempts: readonly A[],
  origins: ReadonlyMap<string, ReportOrigin>,
): A | undefined {
  const last = attempts.findLastIndex(({ report }) => report === null)
  const tests = outcomes(attempts.slice(last + 1))
  if (tests.length === 0) return attempts[last]
  const counting = tests.filter((test) => !tests.some((other) => replaces(other, test, origins)))
  return counting.toSorted(compareSeverity).at(-1)
}

/** The outcome of each test of each report. */
function outcomes<A extends ShownCandidate>(attempts: A[]): A[] {
  const outcome = new Map<string, A>()
  for (const attempt of attempts) {
    const key = `${attempt.report} ${attempt.test}`
    const earlier = outcome.get(key)
    if (earlier && !isExecuted(attempt) && isExecuted(earlier)) continue
    outcome.delete(key)
    outcome.set(key, attempt)
  }
  return [...outcome.values()]
}

function replaces(later: ShownCandidate, test: ShownCandidate, origins: ReadonlyMap<string, ReportOrigin>): boolean {
  const [origin, replaced] = [origins.get(later.report ?? ''), origins.get(test.report ?? '')]
  if (!origin || !replaced || origin.id <= replaced.id) return false
  if (!isExecuted(later) && isExecuted(test)) return false
  return origin.isRetry || (origin.shard !== null && origin.shard === replaced.shard)
}

const isExecuted = ({ status }: ShownCandidate) => status !== 'skipped' && status !== 'pending'
