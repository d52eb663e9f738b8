import type { QueryClient } from '@tanstack/react-query'
import type { ProjectOverview } from '#shared/projects/project.ts'
import { CASE_IDS_MAX, type TestCase } from '#shared/test-cases/test-case.ts'
import type { TestSuiteListItem } from '#shared/test-suites/test-suite.ts'
import { formatNumber } from '#src/lib/format.ts'
import type { Layout, ListedSuite, Place } from '#src/ui/grid/layout.ts'
import { trpcClient } from '#src/lib/query-client.ts'
import { toastWarning } from '#src/lib/toast.ts'
import type { ListItem, ShownList } from '../../keys/shown-list.ts'
import { toCaseFilter } from '../search/case-filter.ts'
import { loadCaseAt, placeOfCase, readCaseAt } from './case-pages.ts'

/** Suites with the cases of a search, in list order. */
export type FoundCases = {
  groups: { suite: TestSuiteListItem; cases: TestCase[] }[]
  isLoading: boolean
  isMore: boolean
  total: number
}

export type ListAccess = Omit<ShownList, 'scrollTo'> & {
  /** The listed suites: all, or those with matches. */
  suites: readonly ListedSuite[]
  /** The case of a row; undefined for a head, or while its page is not loaded. */
  caseAt: (row: number) => TestCase | undefined
  suiteAt: (row: number) => TestSuiteListItem | undefined
  suiteOf: (suiteId: string) => TestSuiteListItem | undefined
  placeOf: (row: number) => Place | undefined
  /** Undefined if its suite is closed or not listed. */
  rowAt: (place: Place) => number | undefined
}

type Source = {
  queryClient: QueryClient
  project: ProjectOverview
  rows: Layout
  filter: string
  found: FoundCases | null
}

export function accessTo({ queryClient, project, rows, filter, found }: Source): ListAccess {
  const suites = new Map(project.testSuites.map((suite) => [suite.id, suite]))
  const casesOf = found && new Map(found.groups.map(({ suite, cases }) => [suite.id, cases]))
  const caseOf = ({ suiteId, position }: Place) => {
    if (position === null) return undefined
    return casesOf ? casesOf.get(suiteId)?.[position] : readCaseAt(queryClient, suiteId, position)
  }
  const headOf = ({ suiteId }: Place): ListItem => ({ id: suiteId, isHead: true })
  const caseAt = (row: number) => {
    const place = rows.placeOf(row)
    return place && caseOf(place)
  }
  const placeOfMatch = (id: string): Place | undefined => {
    for (const { suite, cases } of found?.groups ?? []) {
      const position = cases.findIndex((testCase) => testCase.id === id)
      if (position >= 0) return { suiteId: suite.id, position }
    }
    return undefined
  }
  return {
    suites: rows.suites,
    rows: rows.length,
    caseAt,
    suiteAt: (row) => suites.get(rows.placeOf(row)?.suiteId ?? ''),
    suiteOf: (suiteId) => suites.get(suiteId),
    placeOf: (row) => rows.placeOf(row),
    rowAt: (place) => rows.lineOf(place),
    suiteStart: (row, step) => rows.suiteStart(row, step),
    itemAt: (row) => {
      const place = rows.placeOf(row)
      return place && (place.position === null ? headOf(place) : caseOf(place))
    },
    loadItem: async (row) => {
      const place = rows.placeOf(row)
      if (!place || place.position === null) return place && headOf(place)
      return caseOf(place) ?? (await loadCaseAt(queryClient, place.suiteId, place.position))
    },
    rowOf: (id) => {
      if (suites.has(id)) return rows.lineOf({ suiteId: id, position: null })
      const place = found ? placeOfMatch(id) : placeOfCase(queryClient, id)
      return place && rows.lineOf(place)
    },
    idsBetween: async (first, last) => await idsBetween(rows, caseOf, first, last),
    allIds: async () => {
      const areAllClosed = rows.suites.every(({ isOpen }) => !isOpen)
      const { ids, isMore } =
        found || areAllClosed
          ? await matches(project, filter)
          : capped(await idsBetween(rows, caseOf, 0, rows.length - 1))
      if (isMore) toastWarning(`Only the first ${formatNumber(CASE_IDS_MAX)} cases are selected`)
      return ids
    },
  }
}

/** Ids of pages that are not loaded are read from the server, one suite at a time. */
async function idsBetween(
  rows: Layout,
  caseOf: (place: Place) => TestCase | undefined,
  first: number,
  last: number,
): Promise<string[]> {
  const places = Array.from({ length: last - first + 1 }, (_, index) => rows.placeOf(first + index))
  const cases = places.flatMap((place) =>
    place && place.position !== null ? [{ ...place, known: caseOf(place) }] : [],
  )
  const unknown = new Set(cases.flatMap(({ suiteId, known }) => (known ? [] : [suiteId])))
  const read = new Map(await Promise.all([...unknown].map(async (id) => [id, await idsInSuite(id)] as const)))
  return cases.flatMap(({ suiteId, position, known }) => known?.id ?? read.get(suiteId)?.[position ?? 0] ?? [])
}

async function idsInSuite(suiteId: string): Promise<string[]> {
  const cases = await trpcClient.testCases.listInSuite.query({ id: suiteId })
  return cases.map(({ id }) => id)
}

async function matches({ id, testSuites }: ProjectOverview, filter: string) {
  const wanted = toCaseFilter(filter, testSuites)
  return wanted ? await trpcClient.testCases.matchIds.query({ id, ...wanted }) : { ids: [], isMore: false }
}

const capped = (ids: string[]) => ({ ids: ids.slice(0, CASE_IDS_MAX), isMore: ids.length > CASE_IDS_MAX })
