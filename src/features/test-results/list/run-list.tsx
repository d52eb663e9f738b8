import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useCallback, useMemo, useRef, useState } from 'react'
import type { SuiteMatches } from '#shared/test-results/match.ts'
import type { TestResult } from '#shared/test-results/test-result.ts'
import type { TestRunOverview } from '#shared/test-runs/test-run.ts'
import { toggled } from '#src/lib/toggled.ts'
import { Layout, type ListedSuite } from '#src/ui/grid/layout.ts'
import type { ScrollTo } from '#src/ui/grid/use-virtual-lines.ts'
import { createListContext } from '../../keys/list-context.tsx'
import type { ShownList } from '../../keys/shown-list.ts'
import type { FilterSnapshot, SuitePosition } from '../store/filter-snapshot.ts'
import { loadResultAt, placeOfResult, positionAt, readResultAt, type ResultPosition } from '../store/result-pages.ts'
import { readMatches, useFilterSnapshot } from '../store/use-filter-snapshot.ts'
import { isSameFilter, type RunFilter } from '../store/run-filter.ts'

/** `replace` keeps the history entry, for text that is still being typed. */
type SetFilter = (filter: RunFilter, options?: { replace: boolean }) => void

/** The list of results on the screen: its run, its rows, and the filter that chose them. */
export type RunList = Omit<ShownList<TestResult>, 'scrollTo'> & {
  run: TestRunOverview
  role: string | null
  /** Whether results may be recorded: the run is running and the reader may record. */
  isEditable: boolean
  suites: readonly ListedSuite[]
  /** The number of rows of open suites. Rows are counted from 0; heads are not counted. */
  rows: number
  placeOf: (row: number) => SuitePosition | undefined
  /** Undefined if its suite is closed or not listed. */
  rowAt: (place: SuitePosition) => number | undefined
  scrollTo: (row: number, align?: 'nearest' | 'start') => void
  /** Set by the grid, which knows where rows are. */
  scroller: RefObject<ScrollTo | null>
  positionOf: (row: number) => ResultPosition | undefined
  toggleSuite: (suiteId: string) => void
  filter: RunFilter
  /** Applies a filter, also if it is the shown one. Rows that left it disappear. */
  setFilter: SetFilter
  /** The filtered list. Null: the whole run. Undefined until it is read for the first time. */
  snapshot: FilterSnapshot | null | undefined
  filterError: unknown
  /** Whether results that are not listed may match by now. */
  isOutdated: boolean
  applyFilter: () => void
}

const { ListProvider, useList, useLatest } = createListContext<RunList>()
export { useList as useRunList, useLatest as useLatestRunList }

type Props = {
  run: TestRunOverview
  role: string | null
  isEditable: boolean
  filter: RunFilter
  setFilter: SetFilter
  children: ReactNode
}

export function RunListProvider({ run, role, isEditable, filter, setFilter, children }: Props) {
  const queryClient = useQueryClient()
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const { snapshot, error: filterError, isOutdated, apply: applyFilter } = useFilterSnapshot(run.id, filter)
  const counts = snapshot === null ? run.suites.map(countAll) : (snapshot?.suites ?? []).map(countMatches)
  // Compared by content: a verdict changes the run, but no row.
  const shape = JSON.stringify(counts.map(([id, count]) => [id, count, !closed.has(id)]))
  const rows = useMemo(
    () =>
      new Layout(
        (JSON.parse(shape) as [string, number, boolean][]).map(([id, count, isOpen]) => ({ id, count, isOpen })),
        { hasHeads: false },
      ),
    [shape],
  )
  const access = useMemo(
    () => accessTo(queryClient, run.id, rows, snapshot ?? null),
    [queryClient, run.id, rows, snapshot],
  )
  const toggleSuite = useCallback((suiteId: string) => setClosed((closed) => toggled(closed, suiteId)), [])
  const scroller = useRef<ScrollTo>(null)
  const list = useMemo(
    (): RunList => ({
      run,
      role,
      isEditable,
      filter,
      setFilter: (next, options) => (isSameFilter(next, filter) ? applyFilter() : setFilter(next, options)),
      snapshot,
      filterError,
      isOutdated,
      applyFilter,
      ...access,
      toggleSuite,
      scroller,
      scrollTo: (row, align) => {
        const place = access.placeOf(row)
        if (place) scroller.current?.(place, align)
      },
    }),
    [run, role, isEditable, filter, setFilter, snapshot, filterError, isOutdated, applyFilter, access, toggleSuite],
  )
  return <ListProvider list={list}>{children}</ListProvider>
}

const countAll = ({ id, summary }: TestRunOverview['suites'][number]) => [id, summary.total] as const
const countMatches = ({ suiteId, resultIds }: SuiteMatches) => [suiteId, resultIds.length] as const

type Access = Omit<ShownList<TestResult>, 'scrollTo'> & Pick<RunList, 'suites' | 'positionOf' | 'placeOf' | 'rowAt'>

function accessTo(queryClient: QueryClient, testRunId: string, rows: Layout, snapshot: FilterSnapshot | null): Access {
  // Rows are memoized by their position, so that it stays the same object.
  const positions: (ResultPosition | undefined)[] = []
  const placeOf = (row: number) => {
    const place = rows.placeOf(row)
    return place && { suiteId: place.suiteId, position: place.position ?? 0 }
  }
  const positionOf = (row: number) => {
    const place = placeOf(row)
    return place && (positions[row] ??= positionAt(place.suiteId, place.position, snapshot))
  }
  const itemAt = (row: number) => {
    const position = positionOf(row)
    return position && readResultAt(queryClient, testRunId, position)
  }
  const loadItem = async (row: number) => {
    const position = positionOf(row)
    return position && (await loadResultAt(queryClient, testRunId, position))
  }
  return {
    suites: rows.suites,
    rows: rows.length,
    itemAt,
    loadItem,
    positionOf,
    placeOf,
    rowAt: (place) => rows.lineOf(place),
    suiteStart: (row, step) => rows.suiteStart(row, step),
    rowOf: (resultId) => {
      const place = placeOfResult(queryClient, testRunId, resultId, snapshot)
      return place && rows.lineOf(place)
    },
    idsBetween: async (first, last) => {
      const listed = snapshot ?? (await readMatches(testRunId))
      const places = Array.from({ length: last - first + 1 }, (_, index) => placeOf(first + index))
      return places.flatMap((place) => (place && listed.idAt(place)) ?? [])
    },
  }
}
