import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { SuiteMatches } from '#shared/test-results/match.ts'
import type { TestResult } from '#shared/test-results/test-result.ts'
import type { TestRunOverview } from '#shared/test-runs/test-run.ts'
import { toggled } from '#src/lib/toggled.ts'
import { type ShownList, showList } from '../../keys/shown-list.ts'
import type { FilterSnapshot } from '../store/filter-snapshot.ts'
import { loadResultAt, placeOfResult, positionAt, readResultAt, type ResultPosition } from '../store/result-pages.ts'
import { readMatches, useFilterSnapshot } from '../store/use-filter-snapshot.ts'
import { isSameFilter, type RunFilter } from '../store/run-filter.ts'
import { type ListedSuite, RunRows } from './run-rows.ts'

/** `replace` keeps the history entry, for text that is still being typed. */
type SetFilter = (filter: RunFilter, options?: { replace: boolean }) => void

export type ScrollToRow = (row: number, align?: 'nearest' | 'start') => void

/** The list of results on the screen: its run, its rows, and the filter that chose them. */
export type RunList = ShownList<TestResult> & {
  run: TestRunOverview
  role: string | null
  /** Whether results may be recorded: the run is running and the reader may record. */
  isEditable: boolean
  suites: readonly ListedSuite[]
  /** The number of rows of open suites. Rows are counted from 0; heads are not counted. */
  rows: number
  placeOf: (row: number) => { suiteId: string; position: number } | undefined
  /** The row at a position of a suite; undefined if the suite is closed or not listed. */
  rowAt: (suiteId: string, position: number) => number | undefined
  /** Scrolls a row between the sticky heads and the status strip: as little as needed, or to the upper end. */
  scrollTo: ScrollToRow
  /** Where a row's result is stored. */
  positionOf: (row: number) => ResultPosition | undefined
  toggleSuite: (suiteId: string) => void
  /** Called by the grid, which knows where rows are. Returns the function that withdraws it. */
  attachScroll: (scroll: ScrollToRow) => () => void
  filter: RunFilter
  /** Applies a filter, also if it is the shown one. Rows that left it disappear. */
  setFilter: SetFilter
  /** What the filter chose. Null: the whole run. Undefined until a filtered list is read for the first time. */
  snapshot: FilterSnapshot | null | undefined
  filterError: unknown
  /** Whether results that are not listed may match by now. */
  isOutdated: boolean
  /** Reads a filtered list again. */
  applyFilter: () => void
}

const RunListContext = createContext<RunList | null>(null)
const Latest = createContext<{ readonly current: RunList | null }>({ current: null })

/** The list, rendered again at each change of its counts. Rows use `useLatestRunList` instead. */
export function useRunList(): RunList {
  const list = useContext(RunListContext)
  if (!list) throw new Error('useRunList needs a RunListProvider')
  return list
}

/** Returns a function for the list as it is when called, for handlers: it renders nothing again. */
export function useLatestRunList(): () => RunList {
  const latest = useContext(Latest)
  return () => {
    if (!latest.current) throw new Error('useLatestRunList needs a RunListProvider')
    return latest.current
  }
}

type Props = {
  run: TestRunOverview
  role: string | null
  isEditable: boolean
  filter: RunFilter
  setFilter: SetFilter
  children: ReactNode
}

/** Provides the list of a run to the grid, the panel and the keys. */
export function RunListProvider({ run, role, isEditable, filter, setFilter, children }: Props) {
  const queryClient = useQueryClient()
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const { snapshot, error: filterError, isOutdated, apply: applyFilter } = useFilterSnapshot(run.id, filter)
  const counts = snapshot === null ? run.suites.map(countAll) : (snapshot?.suites ?? []).map(countMatches)
  // Compared by content: a verdict changes the run, but no row.
  const shape = JSON.stringify(counts.map(([id, count]) => [id, count, !closed.has(id)]))
  const rows = useMemo(
    () =>
      new RunRows(
        (JSON.parse(shape) as [string, number, boolean][]).map(([id, count, isOpen]) => ({ id, count, isOpen })),
      ),
    [shape],
  )
  const access = useMemo(
    () => accessTo(queryClient, run.id, rows, snapshot ?? null),
    [queryClient, run.id, rows, snapshot],
  )
  const scroller = useRef<ScrollToRow | null>(null)
  const acts = useMemo(
    () => ({
      toggleSuite: (suiteId: string) => setClosed((closed) => toggled(closed, suiteId)),
      scrollTo: (row: number, align?: 'nearest' | 'start') => scroller.current?.(row, align),
      attachScroll: (scroll: ScrollToRow) => {
        scroller.current = scroll
        return () => {
          scroller.current = null
        }
      },
    }),
    [],
  )
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
      ...acts,
    }),
    [run, role, isEditable, filter, setFilter, snapshot, filterError, isOutdated, applyFilter, access, acts],
  )
  const latest = useRef<RunList | null>(null)
  useLayoutEffect(() => {
    latest.current = list
    return showList(list)
  }, [list])
  return (
    <Latest value={latest}>
      <RunListContext value={list}>{children}</RunListContext>
    </Latest>
  )
}

const countAll = ({ id, summary }: TestRunOverview['suites'][number]) => [id, summary.total] as const
const countMatches = ({ suiteId, resultIds }: SuiteMatches) => [suiteId, resultIds.length] as const

type Access = Omit<ShownList<TestResult>, 'scrollTo'> & Pick<RunList, 'suites' | 'positionOf' | 'placeOf' | 'rowAt'>

function accessTo(queryClient: QueryClient, testRunId: string, rows: RunRows, snapshot: FilterSnapshot | null): Access {
  // Rows are memoized by their position, so that it stays the same object.
  const positions: (ResultPosition | undefined)[] = []
  const positionOf = (row: number) => {
    const place = rows.placeOf(row)
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
    placeOf: (row) => rows.placeOf(row),
    rowAt: (suiteId, position) => rows.rowAt(suiteId, position),
    suiteStart: (row, step) => rows.suiteStart(row, step),
    rowOf: (resultId) => {
      const place = placeOfResult(queryClient, testRunId, resultId, snapshot)
      return place && rows.rowAt(place.suiteId, place.position)
    },
    idsBetween: async (first, last) => {
      const listed = snapshot ?? (await readMatches(testRunId))
      const places = Array.from({ length: last - first + 1 }, (_, index) => rows.placeOf(first + index))
      return places.flatMap((place) => (place && listed.idAt(place)) ?? [])
    },
  }
}
