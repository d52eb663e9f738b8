import { formatQuery, parseQuery, type QueryTerm } from '#shared/query.ts'
import { allowsCase } from '#shared/test-cases/allows-case.ts'
import type { CaseConditions } from '#shared/test-cases/search.ts'
import { type ResultStatus, RESULT_STATUSES } from '#shared/test-results/result-status.ts'
import { hasWords, searchWords } from '#shared/test-results/search-words.ts'
import { isFailure } from '#shared/test-results/severity.ts'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { storedUser } from '#src/lib/session.ts'
import { CASE_QUERY_FIELDS, toCaseFilter } from '../../test-cases/search/case-filter.ts'

/** The results of a run that are shown. Different kinds of conditions must all apply. */
export type ResultFilter = {
  /** Any of these; none means every status. */
  statuses: readonly ResultStatus[]
  isNewlyFailed: boolean
  /** The id of a person, `me` for the reader, or null for everybody and nobody. */
  assignee: string | null
  /** Words that must all be found, and conditions that no button shows, in the grammar of `shared/query.ts`. */
  text: string
}

export const NO_FILTER: ResultFilter = { statuses: [], isNewlyFailed: false, assignee: null, text: '' }

const FIELDS = ['status', 'is', 'assignee', ...CASE_QUERY_FIELDS]
const NEWLY_FAILED = 'newly-failed'
const FLAKY = 'flaky'

/** Reads a filter from the query of the URL: `refund tag:smoke status:failed,error is:newly-failed assignee:me`. */
export function readResultFilter(query: string): ResultFilter {
  const terms = parseQuery(query, FIELDS)
  const valuesOf = (field: string) => terms.filter((term) => term.field === field && isOnBar(term))
  const named = valuesOf('status')
  return {
    statuses: named.length === 0 ? [] : RESULT_STATUSES.filter((status) => named.some(allows(status))),
    isNewlyFailed: valuesOf('is').length > 0,
    assignee: valuesOf('assignee')[0]?.values[0] ?? null,
    text: formatQuery(
      terms.filter((term) => !isOnBar(term)),
      FIELDS,
    ),
  }
}

export function formatResultFilter({ statuses, isNewlyFailed, assignee, text }: ResultFilter): string {
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
export const wordsOf = ({ text }: ResultFilter): string =>
  valuesOfWords(parseQuery(text, FIELDS))
    .flatMap(({ values }) => values)
    .join(' ')

/** Whether the buttons of the bar stand for a term. The others stay in the search field. */
const isOnBar = ({ field, values, isNot }: QueryTerm) =>
  field === 'status' || (!isNot && (field === 'assignee' || (field === 'is' && values.includes(NEWLY_FAILED))))

type Suite = { id: string; name: string }
type InText = CaseConditions & { q?: string; flaky?: true }

/** The conditions in the search field; null if it names something unknown, so that no result can match. */
function conditionsIn(filter: ResultFilter, suites: readonly Suite[]): InText | null {
  const cases = toCaseFilter(filter.text, suites)
  const others = parseQuery(filter.text, FIELDS).filter(({ field }) => field === 'is' || field === 'assignee')
  const isFlaky = ({ field, values, isNot }: QueryTerm) => field === 'is' && values.includes(FLAKY) && !isNot
  if (cases === null || !others.every(isFlaky)) return null
  const { q: _, ...conditions } = cases
  const q = wordsOf(filter)
  return { ...conditions, ...(q !== '' && { q }), ...(others.length > 0 && { flaky: true }) }
}

export const isSameFilter = (one: ResultFilter, other: ResultFilter) =>
  formatResultFilter(one) === formatResultFilter(other)

export const isFiltered = (filter: ResultFilter) => formatResultFilter(filter) !== ''

/** Asks for the results that match; null if none can. `suites` are the run's. */
export function matchInput(testRunId: string, filter: ResultFilter, suites: readonly Suite[]) {
  const { statuses, isNewlyFailed, assignee } = filter
  const conditions = conditionsIn(filter, suites)
  if (conditions === null) return null
  return {
    testRunId,
    ...conditions,
    ...(statuses.length > 0 && { status: [...statuses] }),
    ...(isNewlyFailed && { newlyFailed: true }),
    ...(assignee !== null && { assigneeId: personOf(assignee) }),
  }
}

/**
 * Whether a result matches a filter, as far as it can tell itself: whether a failure is new, only the server knows from
 * earlier runs.
 */
export function mayMatch(filter: ResultFilter, result: TestResult): boolean {
  const { statuses, isNewlyFailed, assignee } = filter
  const { status, testCase, notes, defects, actualValue, expectedValue } = result
  const { testSuite, number, name } = testCase
  if (statuses.length > 0 && !statuses.includes(status)) return false
  if (isNewlyFailed && !isFailure(status)) return false
  if (assignee !== null && result.assignee?.id !== personOf(assignee)) return false
  const conditions = conditionsIn(filter, [testSuite])
  if (conditions === null || (conditions.flaky && !result.flaky)) return false
  if (!allowsCase(conditions, { ...testCase, testSuiteId: testSuite.id })) return false
  const texts = [`${testSuite.number}.${number}`, testSuite.name, name, notes, ...defects, actualValue, expectedValue]
  return hasWords(texts, searchWords(wordsOf(filter)))
}

/** Whether a row of a filtered list no longer matches: it stays, dimmed, until the filter is applied again. */
export const leftFilter = (filter: ResultFilter, result: TestResult) => isFiltered(filter) && !mayMatch(filter, result)

const personOf = (assignee: string) => (assignee === 'me' ? (storedUser()?.id ?? '') : assignee)

const valuesOfWords = (terms: QueryTerm[]) => terms.filter(({ field }) => field === null)

const allows =
  (status: ResultStatus) =>
  ({ values, isNot }: QueryTerm) =>
    values.includes(status) !== isNot
