import type { QueryClient } from '@tanstack/react-query'
import type { ProjectOverview } from '#shared/projects/project.ts'
import { CASE_IDS_MAX, type TestCase } from '#shared/test-cases/test-case.ts'
import type { TestSuiteListItem } from '#shared/test-suites/test-suite.ts'
import { formatNumber } from '#src/lib/format.ts'
import type { Place } from '#src/ui/grid/layout.ts'
import { trpcClient } from '#src/lib/query-client.ts'
import { toastWarning } from '#src/lib/toast.ts'
import type { LaidOut, ListItem } from '../../keys/shown-list.ts'
import { toCaseFilter } from '../search/case-filter.ts'
import { loadCaseAt, placeOfCase, readCaseAt } from './case-pages.ts'

/** Suites with the cases of a search, in list order. */
export type FoundCases = {
  groups: { suite: TestSuiteListItem; cases: TestCase[] }[]
  isLoading: boolean
  isMore: boolean
  total: number
}

type Source = {
  queryClient: QueryClient
  project: ProjectOverview
  laid: LaidOut
  filter: string
  found: FoundCases | null
}

export function accessTo({ queryClient, project, laid, filter, found }: Source) {
  const suites = new Map(project.testSuites.map((suite) => [suite.id, suite]))
  const casesOf = found && new Map(found.groups.map(({ suite, cases }) => [suite.id, cases]))
  const caseOf = ({ suiteId, position }: Place) => {
    if (position === null) return undefined
    return casesOf ? casesOf.get(suiteId)?.[position] : readCaseAt(queryClient, suiteId, position)
  }
  const headOf = ({ suiteId }: Place): ListItem => ({ id: suiteId, isHead: true })
  const placeOfMatch = (id: string): Place | undefined => {
    for (const { suite, cases } of found?.groups ?? []) {
      const position = cases.findIndex((testCase) => testCase.id === id)
      if (position >= 0) return { suiteId: suite.id, position }
    }
    return undefined
  }
  return {
    ...laid,
    /** The case of a row; undefined for a head, or while its page is not loaded. */
    caseAt: (row: number) => {
      const place = laid.placeOf(row)
      return place && caseOf(place)
    },
    suiteAt: (row: number) => suites.get(laid.placeOf(row)?.suiteId ?? ''),
    suiteOf: (suiteId: string) => suites.get(suiteId),
    itemAt: (row: number) => {
      const place = laid.placeOf(row)
      return place && (place.position === null ? headOf(place) : caseOf(place))
    },
    loadItem: async (row: number) => {
      const place = laid.placeOf(row)
      if (!place || place.position === null) return place && headOf(place)
      return caseOf(place) ?? (await loadCaseAt(queryClient, place.suiteId, place.position))
    },
    rowOf: (id: string) => {
      if (suites.has(id)) return laid.rowAt({ suiteId: id, position: null })
      const place = found ? placeOfMatch(id) : placeOfCase(queryClient, id)
      return place && laid.rowAt(place)
    },
    idsBetween: async (first: number, last: number) => await idsBetween(laid, caseOf, first, last),
    allIds: async () => {
      const areAllClosed = laid.suites.every(({ isOpen }) => !isOpen)
      const { ids, isMore } =
        found || areAllClosed
          ? await matches(project, filter)
          : capped(await idsBetween(laid, caseOf, 0, laid.rows - 1))
      if (isMore) toastWarning(`Only the first ${formatNumber(CASE_IDS_MAX)} cases are selected`)
      return ids
    },
  }
}

/** Ids of pages that are not loaded are read from the server, one suite at a time. */
async function idsBetween(
  laid: LaidOut,
  caseOf: (place: Place) => TestCase | undefined,
  first: number,
  last: number,
): Promise<string[]> {
  const places = Array.from({ length: last - first + 1 }, (_, index) => laid.placeOf(first + index))
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
