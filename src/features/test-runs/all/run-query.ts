import { formatQuery, parseQuery, toggledInQuery, valuesInQuery } from '#shared/query.ts'
import type { RunFilter } from '#shared/test-runs/find-runs.ts'
import { RUN_STATUSES } from '#shared/test-runs/test-run.ts'

/* The search of All Runs: `nightly branch:main by:ada env:staging status:failed milestone:"1.4"`. */

const RUN_QUERY_FIELDS = ['status', 'branch', 'env', 'milestone', 'by'] as const
export type RunQueryField = (typeof RUN_QUERY_FIELDS)[number]

export type RunSearch =
  | { filter: RunFilter }
  /** No run can match, for this reason. */
  | { problem: string }

type Person = { id: string; name: string }

/** Parses a search. `by:` takes a name, a part of one, or `me`; it needs the list of people who started runs. */
export function toRunFilter(text: string, people: readonly Person[], me: string | undefined): RunSearch {
  const terms = parseQuery(text, RUN_QUERY_FIELDS)
  const excluded = terms.find(({ isNot }) => isNot)
  if (excluded) return { problem: `Runs cannot be left out: remove the minus before “${excluded.field}:”.` }
  const valuesOf = (field: RunQueryField): string[] | undefined => {
    const found = terms.filter((term) => term.field === field)
    return found.length === 0 ? undefined : found.flatMap(({ values }) => values)
  }
  const statuses = valuesOf('status')
  const status = statuses && RUN_STATUSES.filter((known) => statuses.some((given) => isSame(known, given)))
  if (status?.length === 0) return { problem: `A run is ${RUN_STATUSES.join(', ')}.` }
  const names = valuesOf('by')
  const createdBy = names && [...new Set(names.flatMap((name) => idsOf(name, people, me)))]
  if (names && createdBy?.length === 0) return { problem: `Nobody named “${names.join(', ')}” started a run.` }
  const asked = {
    q: formatQuery(
      terms.filter(({ field }) => field === null),
      [],
    ),
    status,
    branch: valuesOf('branch'),
    environment: valuesOf('env'),
    milestone: valuesOf('milestone'),
    createdBy,
  }
  return { filter: Object.fromEntries(Object.entries(asked).filter(([, value]) => value?.length)) }
}

/** Whether a search names people, who must be loaded before it can be sent. */
export const namesPeople = (text: string) => valuesIn(text, 'by').some((name) => name !== 'me')

function idsOf(name: string, people: readonly Person[], me: string | undefined): string[] {
  if (name === 'me' && me !== undefined) return [me]
  const exact = people.filter((person) => isSame(person.name, name))
  const found = exact.length > 0 ? exact : people.filter((person) => includes(person.name, name))
  return found.map(({ id }) => id)
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
const includes = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase())

export const valuesIn = (text: string, field: RunQueryField) => valuesInQuery(text, field, RUN_QUERY_FIELDS)

/** Adds a value of a field to the search, or removes it if it is there. */
export const withValue = (text: string, field: RunQueryField, value: string) =>
  toggledInQuery(text, field, value, RUN_QUERY_FIELDS)
