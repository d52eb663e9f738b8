import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { TestResult } from '#shared/test-results/test-result.ts'
import type { TestRunOverview } from '#shared/test-runs/test-run.ts'
import { toggled } from '#src/lib/toggled.ts'
import { type ShownList, showList } from '../keys/shown-list.ts'
import { loadResultAt, positionAt, readResultAt, type ResultPosition } from '../store/result-pages.ts'
import type { RunFilter } from './run-filter.ts'
import { type ListedSuite, RunRows } from './run-rows.ts'

export type ScrollToRow = (row: number, align?: 'nearest' | 'start') => void

/** The list of results on the screen: its run, its rows, and the filter that chose them. */
export type RunList = ShownList & {
  run: TestRunOverview
  /** Whether results may be recorded: the run is running and the reader may record. */
  isEditable: boolean
  suites: readonly ListedSuite[]
  /** The number of rows of open suites. Rows are counted from 0; heads are not counted. */
  rows: number
  /** The newest state of a row's result; undefined until its page is loaded. */
  resultAt: (row: number) => TestResult | undefined
  loadResult: (row: number) => Promise<TestResult | undefined>
  /** The row of a result whose page is loaded. */
  rowOf: (resultId: string) => number | undefined
  placeOf: (row: number) => { suiteId: string; position: number } | undefined
  /** The first row of the previous or next suite with rows; of the row's own suite if it is the first or last. */
  suiteStart: (row: number, step: -1 | 1) => number
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
  setFilter: (filter: RunFilter) => void
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
  isEditable: boolean
  filter: RunFilter
  setFilter: (filter: RunFilter) => void
  children: ReactNode
}

/** Provides the list of a run to the grid, the panel and the keys. */
export function RunListProvider({ run, isEditable, filter, setFilter, children }: Props) {
  const queryClient = useQueryClient()
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  // Compared by content: a verdict changes the run, but no row.
  const shape = JSON.stringify(run.suites.map(({ id, summary }) => [id, summary.total, !closed.has(id)]))
  const rows = useMemo(
    () =>
      new RunRows(
        (JSON.parse(shape) as [string, number, boolean][]).map(([id, count, isOpen]) => ({ id, count, isOpen })),
      ),
    [shape],
  )
  const access = useMemo(() => accessTo(queryClient, run.id, rows), [queryClient, run.id, rows])
  const scroller = useRef<ScrollToRow | null>(null)
  const acts = useMemo(
    () => ({
      toggleSuite: (suiteId: string) => setClosed((closed) => toggled(closed, suiteId)),
      scrollTo: ((row, align) => scroller.current?.(row, align)) satisfies ScrollToRow,
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
    (): RunList => ({ run, isEditable, filter, setFilter, ...access, ...acts }),
    [run, isEditable, filter, setFilter, access, acts],
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

type Access = Omit<RunList, 'run' | 'isEditable' | 'filter' | 'setFilter' | 'toggleSuite' | 'scrollTo' | 'attachScroll'>

function accessTo(queryClient: QueryClient, testRunId: string, rows: RunRows): Access {
  // Rows are memoized by their position, so that it stays the same object.
  const positions: (ResultPosition | undefined)[] = []
  const positionOf = (row: number) => {
    const place = rows.placeOf(row)
    return place && (positions[row] ??= positionAt(place.suiteId, place.position))
  }
  const resultAt = (row: number) => {
    const position = positionOf(row)
    return position && readResultAt(queryClient, testRunId, position)
  }
  const loadResult = async (row: number) => {
    const position = positionOf(row)
    return position && (await loadResultAt(queryClient, testRunId, position))
  }
  return {
    suites: rows.suites,
    rows: rows.length,
    resultAt,
    loadResult,
    positionOf,
    placeOf: (row) => rows.placeOf(row),
    rowAt: (suiteId, position) => rows.rowAt(suiteId, position),
    suiteStart: (row, step) => rows.suiteStart(row, step),
    rowOf: (resultId) => {
      for (let row = 0; row < rows.length; row += 1) if (resultAt(row)?.id === resultId) return row
      return undefined
    },
    idsBetween: async (first, last) => {
      const ids: string[] = []
      for (let row = first; row <= last; row += 1) {
        const result = await loadResult(row)
        if (result) ids.push(result.id)
      }
      return ids
    },
  }
}
