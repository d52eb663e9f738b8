import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { ProjectOverview } from '#shared/projects/project.ts'
import type { TestCase } from '#shared/test-cases/test-case.ts'
import type { TestSuiteListItem } from '#shared/test-suites/test-suite.ts'
import { trpcClient } from '#src/lib/query-client.ts'
import { toggled } from '#src/lib/toggled.ts'
import { type ListItem, type ShownList, showList } from '../../keys/shown-list.ts'
import { loadCaseAt, placeOfCase, readCaseAt } from './case-pages.ts'
import { type CasePlace, CaseRows, type ListedSuite } from './case-rows.ts'
import { CaseWrites } from './case-writes.ts'
import { keepOpened, readOpened } from './opened-suites.ts'

/** How the grid scrolls, as little as needed. */
export type CaseScroll = { toRow: (row: number) => void; toEntry: (suiteId: string) => void }

/** Suites with the cases of a search, in list order. */
export type FoundCases = {
  groups: { suite: TestSuiteListItem; cases: TestCase[] }[]
  isLoading: boolean
  isMore: boolean
  total: number
}

/** The list of the Test Suites tab. Its rows are the heads of suites, and the cases of those that are open. */
export type CaseList = ShownList & {
  project: ProjectOverview
  role: string | null
  /** All suites of the project, in order. */
  allSuites: readonly TestSuiteListItem[]
  /** The suites that are listed: all, or those with matches. */
  suites: readonly ListedSuite[]
  /** The text of the search, as in the address; '' for the whole list. */
  filter: string
  setFilter: (filter: string, options?: { replace: boolean }) => void
  found: FoundCases | null
  /** The case of a row; undefined for a head, or while its page is not loaded. */
  caseAt: (row: number) => TestCase | undefined
  /** The suite of a row, or of its case. */
  suiteAt: (row: number) => TestSuiteListItem | undefined
  suiteOf: (suiteId: string) => TestSuiteListItem | undefined
  placeOf: (row: number) => CasePlace | undefined
  rowAt: (place: CasePlace) => number | undefined
  /** The index in `suites` of the suite of a row. */
  suiteIndexAt: (row: number) => number
  open: (suiteId: string) => void
  toggle: (suiteId: string) => void
  openAll: (isOpen: boolean) => void
  /** The changes that the list shows before they are saved. */
  writes: CaseWrites
  /** Reads suites again, or all. */
  refresh: (suiteIds?: readonly string[]) => Promise<void>
  /** Called by the grid, which knows where rows are. Returns the function that withdraws it. */
  attachScroll: (scroll: CaseScroll) => () => void
  /** Scrolls to the line for a new case. */
  scrollToEntry: (suiteId: string) => void
}

export const CaseListContext = createContext<CaseList | null>(null)
const Latest = createContext<{ readonly current: CaseList | null }>({ current: null })

/** The list, rendered again when its rows change. Rows use `useLatestCaseList` instead. */
export function useCaseList(): CaseList {
  const list = useContext(CaseListContext)
  if (!list) throw new Error('useCaseList needs a CaseListProvider')
  return list
}

/** Returns a function for the list as it is when called, for handlers: it renders nothing again. */
export function useLatestCaseList(): () => CaseList {
  const latest = useContext(Latest)
  return () => {
    if (!latest.current) throw new Error('useLatestCaseList needs a CaseListProvider')
    return latest.current
  }
}

type Props = Pick<CaseList, 'project' | 'role' | 'filter' | 'setFilter' | 'found'> & { children: ReactNode }

/** Provides the list of a project to the tab, its panel, its search and its keys. */
export function CaseListProvider({ project, role, filter, setFilter, found, children }: Props) {
  const queryClient = useQueryClient()
  const [opened, setOpened] = useState(() => readOpened(project.id))
  /** A search shows all matches; these suites were closed since. */
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const [writes] = useState(() => new CaseWrites(queryClient, project.id))
  useLayoutEffect(() => keepOpened(project.id, opened), [project.id, opened])
  const rows = useMemo(
    () =>
      new CaseRows(
        found
          ? found.groups.map(({ suite, cases }) => ({
              id: suite.id,
              count: cases.length,
              isOpen: !closed.has(suite.id),
            }))
          : project.testSuites.map(({ id, testCaseCount }) => ({ id, count: testCaseCount, isOpen: opened.has(id) })),
      ),
    [project.testSuites, opened, closed, found],
  )
  const access = useMemo(() => accessTo(queryClient, project, rows, found), [queryClient, project, rows, found])
  const scroller = useRef<CaseScroll | null>(null)
  const isSearch = found !== null
  const acts = useMemo(
    () => ({
      open: (suiteId: string) => {
        if (isSearch) setClosed((before) => without(before, suiteId))
        else setOpened((before) => (before.has(suiteId) ? before : new Set(before).add(suiteId)))
      },
      toggle: (suiteId: string) => (isSearch ? setClosed : setOpened)((before) => toggled(before, suiteId)),
      scrollTo: (row: number) => scroller.current?.toRow(row),
      scrollToEntry: (suiteId: string) => scroller.current?.toEntry(suiteId),
      attachScroll: (scroll: CaseScroll) => {
        scroller.current = scroll
        return () => {
          scroller.current = null
        }
      },
    }),
    [isSearch],
  )
  const list = useMemo(
    (): CaseList => ({
      project,
      role,
      filter,
      setFilter,
      found,
      allSuites: project.testSuites,
      writes,
      refresh: async (suiteIds) => await writes.refresh(suiteIds),
      openAll: (isOpen) => setOpened(new Set(isOpen ? project.testSuites.map(({ id }) => id) : [])),
      ...access,
      ...acts,
    }),
    [project, role, filter, setFilter, found, writes, access, acts],
  )
  const latest = useRef<CaseList | null>(null)
  useLayoutEffect(() => {
    latest.current = list
    return showList(list)
  }, [list])
  return (
    <Latest value={latest}>
      <CaseListContext value={list}>{children}</CaseListContext>
    </Latest>
  )
}

function without<Entry>(set: ReadonlySet<Entry>, entry: Entry): ReadonlySet<Entry> {
  return set.has(entry) ? toggled(set, entry) : set
}

type Access = Omit<ShownList, 'scrollTo'> &
  Pick<CaseList, 'suites' | 'caseAt' | 'suiteAt' | 'suiteOf' | 'placeOf' | 'rowAt' | 'suiteIndexAt'>

function accessTo(
  queryClient: QueryClient,
  project: ProjectOverview,
  rows: CaseRows,
  found: FoundCases | null,
): Access {
  const suites = new Map(project.testSuites.map((suite) => [suite.id, suite]))
  const matches = found && new Map(found.groups.map(({ suite, cases }) => [suite.id, cases]))
  const caseOf = ({ suiteId, position }: CasePlace) => {
    if (position === null) return undefined
    return matches ? matches.get(suiteId)?.[position] : readCaseAt(queryClient, suiteId, position)
  }
  const headOf = ({ suiteId }: CasePlace): ListItem => ({ id: suiteId, isHead: true })
  const caseAt = (row: number) => {
    const place = rows.placeOf(row)
    return place && caseOf(place)
  }
  const placeOfMatch = (id: string): CasePlace | undefined => {
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
    rowAt: (place) => rows.rowAt(place),
    suiteIndexAt: (row) => rows.suiteIndexAt(row),
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
      if (suites.has(id)) return rows.rowAt({ suiteId: id, position: null })
      const place = found ? placeOfMatch(id) : placeOfCase(queryClient, id)
      return place && rows.rowAt(place)
    },
    idsBetween: async (first, last) => await idsBetween(rows, caseOf, first, last),
  }
}

/** Ids of pages that are not loaded are read from the server, a suite at a time. */
async function idsBetween(
  rows: CaseRows,
  caseOf: (place: CasePlace) => TestCase | undefined,
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
