import { formatQuery, parseQuery, toggledInQuery, valuesInQuery } from '#shared/query.ts'
import type { CaseFilter } from '#shared/test-cases/search.ts'
import { CASE_TYPES, PRIORITIES } from '#shared/test-cases/case-enums.ts'

/* Such as `refund suite:"Cart" tag:smoke,api issue:PAY-1 priority:high type:manual -tag:slow`. */

export const CASE_QUERY_FIELDS = ['suite', 'tag', 'issue', 'priority', 'type'] as const
export type CaseQueryField = (typeof CASE_QUERY_FIELDS)[number]

type Suite = { id: string; name: string }

/** The server's search for a text; null if the text names something unknown, so that no case can match. */
export function toCaseFilter(text: string, suites: readonly Suite[]): CaseFilter | null {
  const terms = parseQuery(text, CASE_QUERY_FIELDS)
  const words = terms.filter(({ field }) => field === null)
  const valuesOf = (field: CaseQueryField, isNot: boolean): string[] | undefined => {
    const found = terms.filter((term) => term.field === field && term.isNot === isNot)
    return found.length === 0 ? undefined : found.flatMap(({ values }) => values)
  }
  const known = <T extends string>(all: readonly T[], given: string[] | undefined): T[] | undefined =>
    given && all.filter((value) => given.some((other) => isSame(value, other)))
  const types = (isNot: boolean) =>
    known(
      CASE_TYPES,
      valuesOf('type', isNot)?.map((type) => (isSame(type, 'automated') ? 'auto' : type)),
    )
  const inSuites = (isNot: boolean) => {
    const names = valuesOf('suite', isNot)
    return names && suites.filter(({ name }) => names.some((other) => isSame(name, other))).map(({ id }) => id)
  }
  const filter = {
    q: formatQuery(words, []),
    testSuiteId: inSuites(false),
    type: types(false),
    priority: known(PRIORITIES, valuesOf('priority', false)),
    tag: valuesOf('tag', false),
    issue: valuesOf('issue', false),
    notTestSuiteId: inSuites(true),
    notType: types(true),
    notPriority: known(PRIORITIES, valuesOf('priority', true)),
    notTag: valuesOf('tag', true),
    notIssue: valuesOf('issue', true),
  }
  const isEmpty = [filter.testSuiteId, filter.type, filter.priority].some((values) => values?.length === 0)
  if (isEmpty) return null
  return Object.fromEntries(Object.entries(filter).filter(([, values]) => values !== undefined && values.length > 0))
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

export const valuesIn = (text: string, field: CaseQueryField) => valuesInQuery(text, field, CASE_QUERY_FIELDS)

export const withValue = (text: string, field: CaseQueryField, value: string) =>
  toggledInQuery(text, field, value, CASE_QUERY_FIELDS)
