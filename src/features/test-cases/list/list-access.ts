import type { ProjectOverview } from '#shared/projects/project.ts'
import type { TestCase } from '#shared/test-cases/test-case.ts'
import { CASE_IDS_MAX } from '#shared/limits.ts'
import type { TestSuiteListItem } from '#shared/test-suites/test-suite.ts'
import { formatNumber } from '#src/lib/format.ts'
import type { Layout, Place } from '#src/ui/grid/layout.ts'
import { trpcClient } from '#src/lib/trpc-client.ts'
import { toastWarning } from '#src/lib/toast.ts'
import { type ListItem, listItems } from '../../keys/shown-list.ts'
import { toCaseFilter } from '../search/case-filter.ts'
import { loadCaseAt, placeOfCase, readCaseAt } from './case-pages.ts'

/** Suites with the cases of a search, in list order. */
export type FoundCases = {
  groups: { suite: TestSuiteListItem; cases: TestCase[] }[]
  isMore: boolean
}

type Source = {
  project: ProjectOverview
  layout: Layout
  filter: string
  found: FoundCases | null
}

export function accessTo({ project, layout, filter, found }: Source) {
  const suites = new Map(project.testSuites.map((suite) => [suite.id, suite]))
  const casesOf = found && new Map(found.groups.map(({ suite, cases }) => [suite.id, cases]))
  const caseOf = ({ suiteId, position }: Place) => {
    if (position === null) return undefined
    return casesOf ? casesOf.get(suiteId)?.[position] : readCaseAt(suiteId, position)
  }
  const placeOfMatch = (id: string): Place | undefined => {
    for (const { suite, cases } of found?.groups ?? []) {
      const position = cases.findIndex((testCase) => testCase.id === id)
      if (position >= 0) return { suiteId: suite.id, position }
    }
    return undefined
  }
  const items = listItems<ListItem>(layout, {
    read: (place) => (place.position === null ? { id: place.suiteId, isHead: true } : caseOf(place)),
    load: async ({ suiteId, position }) => await loadCaseAt(suiteId, position ?? 0),
    placeOf: (id) => {
      if (suites.has(id)) return { suiteId: id, position: null }
      return found ? placeOfMatch(id) : placeOfCase(id)
    },
    idsAt: async (places) => await idsAt(places, caseOf),
  })
  return {
    ...items,
    /** The case of a row; undefined for a head, or while its page is not loaded. */
    caseAt: (row: number) => {
      const place = items.placeOf(row)
      return place && caseOf(place)
    },
    suiteAt: (row: number) => suites.get(items.placeOf(row)?.suiteId ?? ''),
    suiteOf: (suiteId: string) => suites.get(suiteId),
    allIds: async () => {
      const areAllClosed = items.suites.every(({ isOpen }) => !isOpen)
      const { ids, isMore } =
        found || areAllClosed ? await matches(project, filter) : capped(await items.idsBetween(0, items.rows - 1))
      if (isMore) toastWarning(`Only the first ${formatNumber(CASE_IDS_MAX)} cases are selected`)
      return ids
    },
  }
}

/** Ids of pages that are not loaded are read from the server, one suite at a time. */
async function idsAt(places: Place[], caseOf: (place: Place) => TestCase | undefined): Promise<string[]> {
  const cases = places.flatMap((place) => (place.position === null ? [] : [{ ...place, known: caseOf(place) }]))
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
