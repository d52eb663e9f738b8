import type { ResultStatus } from '#shared/test-results/result-status.ts'
import { compareSeverity } from '#shared/test-results/severity.ts'

/** `report` and `test` identify the test of a report; null for an execution by REST. */
export type ShownCandidate = { status: ResultStatus; report: string | null; test: string | null }

/** A report as its sender described it. Ids sort by time. */
export type ReportOrigin = { id: string; shard: string | null; isRetry: boolean }

/**
 * The attempt that a result shows, from its attempts, oldest first: that of the most severe test, the latest of equals.
 * A test is replaced by its own next execution, by a later report that is a retry or repeats its shard, and by any
 * execution by REST. A skipped test was not executed, so it only replaces skipped ones.
 */
export function shownAttempt<A extends ShownCandidate>(
  attempts: readonly A[],
  origins: ReadonlyMap<string, ReportOrigin>,
): A | undefined {
  if (attempts.length === 1) return attempts[0]
  const last = attempts.findLastIndex(({ report }) => report === null)
  const tests = outcomes(attempts.slice(last + 1))
  if (tests.length === 0) return attempts[last]
  const isReplaced = replacements(tests, origins)
  const counting = tests.filter((test) => !isReplaced(test))
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

/** Whether a later report replaces a test. Each test is compared only with the newest report of each kind. */
function replacements(tests: ShownCandidate[], origins: ReadonlyMap<string, ReportOrigin>) {
  const newest = new Map<string, string>()
  const note = (kind: string, id: string) => {
    if ((newest.get(kind) ?? '') < id) newest.set(kind, id)
  }
  for (const test of tests) {
    const origin = origins.get(test.report ?? '')
    if (!origin) continue
    const { id, shard, isRetry } = origin
    for (const kind of [...(isRetry ? [ANY_SHARD] : []), ...(shard === null ? [] : [ofShard(shard)])]) {
      note(kind, id)
      if (isExecuted(test)) note(executed(kind), id)
    }
  }
  return (test: ShownCandidate): boolean => {
    const origin = origins.get(test.report ?? '')
    if (!origin) return false
    const kinds = [ANY_SHARD, ...(origin.shard === null ? [] : [ofShard(origin.shard)])]
    return kinds.some((kind) => (newest.get(isExecuted(test) ? executed(kind) : kind) ?? '') > origin.id)
  }
}

const ANY_SHARD = 'retry'
const ofShard = (shard: string) => `shard ${shard}`
const executed = (kind: string) => `executed ${kind}`

const isExecuted = ({ status }: ShownCandidate) => status !== 'skipped' && status !== 'pending'
