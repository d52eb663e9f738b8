import type { TestResult } from '#shared/test-results/test-result.ts'
import { onSessionChange } from '#src/lib/session.ts'

/*
 * Results that were told of late. A page that the server read before may arrive after, and would show what was; of
 * two states of a result the one with more attempts is the newer.
 */

const KEPT = 1_000

const told = new Map<string, TestResult>()

export function noteTold(results: TestResult[]): void {
  for (const result of results) {
    told.delete(result.id)
    told.set(result.id, result)
  }
  for (const id of told.keys()) {
    if (told.size <= KEPT) break
    told.delete(id)
  }
}

/**
 * What to show of a page that was read anew: each result in its newest state, and one that has not changed as it is
 * already. For `structuralSharing`, which also gets what `select` picks of a page: that stays as it comes.
 */
export function newestOf(shown: unknown, read: unknown): unknown {
  if (!Array.isArray(read)) return read
  const known = new Map(Array.isArray(shown) ? (shown as TestResult[]).map((result) => [result.id, result]) : [])
  return (read as TestResult[]).map((result) =>
    result.id ? newer(newer(result, told.get(result.id)), known.get(result.id)) : result,
  )
}

/** The newer of two states of a result; the second when they are the same. */
export function newer(one: TestResult, other: TestResult | undefined): TestResult {
  return other && other.attempts >= one.attempts ? other : one
}

onSessionChange(() => told.clear())
