import { hasWords, searchWords } from '#shared/test-results/search-words.ts'
import { isFailure } from '#shared/test-results/severity.ts'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { storedUser } from '#src/lib/session.ts'
import { isFiltered, type RunFilter, wordsOf } from './run-filter.ts'

/** The input of `testResults.match` for a filter. */
export function matchInput(testRunId: string, filter: RunFilter) {
  const { statuses, isNewlyFailed, assignee } = filter
  const q = wordsOf(filter)
  return {
    testRunId,
    ...(statuses.length > 0 && { status: [...statuses] }),
    ...(q !== '' && { q }),
    ...(isNewlyFailed && { newlyFailed: true }),
    ...(assignee !== null && { assigneeId: personOf(assignee) }),
  }
}

/**
 * Whether a result matches a filter, as far as it can tell itself: whether a failure is new, only the server knows from
 * earlier runs.
 */
export function mayMatch(filter: RunFilter, result: TestResult): boolean {
  const { statuses, isNewlyFailed, assignee } = filter
  const { status, testCase, notes, defects, actualValue, expectedValue } = result
  const { testSuite, number, name } = testCase
  if (statuses.length > 0 && !statuses.includes(status)) return false
  if (isNewlyFailed && !isFailure(status)) return false
  if (assignee !== null && result.assignee?.id !== personOf(assignee)) return false
  const texts = [`${testSuite.number}.${number}`, testSuite.name, name, notes, ...defects, actualValue, expectedValue]
  return hasWords(texts, searchWords(wordsOf(filter)))
}

/** Whether a row of a filtered list no longer matches: it stays, dimmed, until the filter is applied again. */
export const leftFilter = (filter: RunFilter, result: TestResult) => isFiltered(filter) && !mayMatch(filter, result)

const personOf = (assignee: string) => (assignee === 'me' ? (storedUser()?.id ?? '') : assignee)
