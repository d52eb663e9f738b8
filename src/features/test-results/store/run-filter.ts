import { formatQuery, parseQuery, type QueryTerm } from '#shared/query.ts'
import { type ResultStatus, RESULT_STATUSES } from '#shared/test-results/result-status.ts'
import { hasWords, searchWords } from '#shared/test-results/search-words.ts'
import { isFailure } from '#shared/test-results/severity.ts'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { storedUser } from '#src/lib/session.ts'

/** The results of a run that are shown. Different kinds of conditions must all apply. */
export type RunFilter = {
  /** Any of these; none means every status. */
  statuses: readonly ResultStatus[]
  isNewlyFailed: boolean
  /** The id of a person, `me` for the reader, or null for everybody and nobody. */
  assignee: string | null
  /** Words that must all be found, as the grammar of `shared/query.ts` writes them. */
  text: string
}

export const NO_FILTER: RunFilter = { statuses: [], isNewlyFailed: false, assignee: null, text: '' }

const FIELDS = ['status', 'is', 'assignee']
const NEWLY_FAILED = 'newly-failed'

/** Reads a filter from the query of the URL: `refund status:failed,error is:newly-failed assignee:me`. */
export function readRunFilter(query: string): RunFilter {
  const terms = parseQuery(query, FIELDS)
  const valuesOf = (field: string) => terms.filter((term) => term.field === field)
  const named = valuesOf('status')
  return {
    statuses: named.length === 0 ? [] : RESULT_STATUSES.filter((status) => named.some(allows(status))),
    isNewlyFailed: valuesOf('is').some(({ values }) => values.includes(NEWLY_FAILED)),
    assignee: valuesOf('assignee')[0]?.values[0] ?? null,
    text: formatQuery(valuesOfWords(terms), FIELDS),
  }
}

export function formatRunFilter({ statuses, isNewlyFailed, assignee, text }: RunFilter): string {
  const field = (name: string, values: readonly string[]): QueryTerm[] =>
    values.length === 0 ? [] : [{ field: name, values: [...values], isNot: false }]
  return formatQuery(
    [
      ...parseQuery(text, FIELDS),
      ...field('status', statuses),
      ...field('is', isNewlyFailed ? [NEWLY_FAILED] : []),
      ...field('assignee', assignee === null ? [] : [assignee]),
    ],
    FIELDS,
  )
}

/** The words of a filter without quotes, as the server takes them. */
export const wordsOf = ({ text }: RunFilter): string =>
  valuesOfWords(parseQuery(text, FIELDS))
    .flatMap(({ values }) => values)
    .join(' ')

export const isSameFilter = (one: RunFilter, other: RunFilter) => formatRunFilter(one) === formatRunFilter(other)

export const isFiltered = (filter: RunFilter) => formatRunFilter(filter) !== ''

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

const valuesOfWords = (terms: QueryTerm[]) => terms.filter(({ field }) => field === null)

const allows =
  (status: ResultStatus) =>
  ({ values, isNot }: QueryTerm) =>
    values.includes(status) !== isNot
