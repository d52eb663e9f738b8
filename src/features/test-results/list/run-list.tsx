import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { can } from '#shared/permissions.ts'
import type { SuiteMatches } from '#shared/test-results/match.ts'
import type { TestResult } from '#shared/test-results/test-result.ts'
import type { TestRunOverview } from '#shared/test-runs/test-run.ts'
import { toggled } from '#src/lib/toggled.ts'
import { Layout, type Place } from '#src/ui/grid/layout.ts'
import { createListContext } from '../../keys/list-context.tsx'
import { listItems } from '../../keys/shown-list.ts'
import type { FilterSnapshot } from '../store/filter-snapshot.ts'
import { loadResultAt, placeOfResult, positionAt, readResultAt, type ResultPosition } from '../store/result-pages.ts'
import { readMatches, useFilterSnapshot } from '../store/use-filter-snapshot.ts'
import { isSameFilter, type ResultFilter } from '../store/result-filter.ts'

/** `replace` keeps the history entry, for text that is still being typed. */
type SetFilter = (filter: ResultFilter, options?: { replace: boolean }) => void

type Shown = {
  run: TestRunOverview
  role: string | null
  filter: ResultFilter
  /** Applies a filter, also if it is the shown one. Rows that left it disappear. */
  setFilter: SetFilter
}

/** The list of results on the screen: its run, its rows without heads, and the filter that chose them. */
export type RunList = Shown &
  ReturnType<typeof accessTo> & {
    /** Why the reader cannot record results of the run, or null. */
    refusal: string | null
    toggleSuite: (suiteId: string) => void
    /** The filtered list. Null: the whole run. Undefined until it is read for the first time. */
    snapshot: FilterSnapshot | null | undefined
    filterError: unknown
    /** Whether results that are not listed may match by now. */
    isOutdated: boolean
    applyFilter: () => void
  }

const { ListProvider, useList, useLatest } = createListContext<RunList>()
export { useList as useRunList, useLatest as useLatestRunList }

export function RunListProvider({ children, ...shown }: Shown & { children: ReactNode }) {
  const { run, role, filter, setFilter } = shown
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const { snapshot, error: filterError, isOutdated, apply: applyFilter } = useFilterSnapshot(run, filter)
  const counts = snapshot === null ? run.suites.map(countAll) : (snapshot?.suites ?? []).map(countMatches)
  // Compared by content: a verdict changes the run, but no row.
  const shape = JSON.stringify(counts.map(([id, count]) => [id, count, !closed.has(id)]))
  const layout = useMemo(
    () =>
      new Layout(
        (JSON.parse(shape) as [string, number, boolean][]).map(([id, count, isOpen]) => ({ id, count, isOpen })),
        { hasHeads: false },
      ),
    [shape],
  )
  const access = useMemo(() => accessTo(run.id, layout, snapshot ?? null), [run.id, layout, snapshot])
  const toggleSuite = useCallback((suiteId: string) => setClosed((closed) => toggled(closed, suiteId)), [])
  const list = useMemo(
    (): RunList => ({
      run,
      role,
      refusal: refusalOf(run, role),
      filter,
      setFilter: (next, options) => (isSameFilter(next, filter) ? applyFilter() : setFilter(next, options)),
      snapshot,
      filterError,
      isOutdated,
      applyFilter,
      ...access,
      toggleSuite,
    }),
    [run, role, filter, setFilter, snapshot, filterError, isOutdated, applyFilter, access, toggleSuite],
  )
  return <ListProvider list={list}>{children}</ListProvider>
}

function refusalOf({ status }: TestRunOverview, role: string | null): string | null {
  if (status !== 'running') return 'This run has ended'
  return can(role, 'run.record') ? null : 'Only members may record results'
}

const countAll = ({ id, summary }: TestRunOverview['suites'][number]) => [id, summary.total] as const
const countMatches = ({ suiteId, resultIds }: SuiteMatches) => [suiteId, resultIds.length] as const

function accessTo(testRunId: string, layout: Layout, snapshot: FilterSnapshot | null) {
  const positionIn = ({ suiteId, position }: Place) => positionAt(suiteId, position ?? 0, snapshot)
  const items = listItems<TestResult>(layout, {
    read: (place) => readResultAt(testRunId, positionIn(place)),
    load: async (place) => await loadResultAt(testRunId, positionIn(place)),
    placeOf: (id) => placeOfResult(testRunId, id, snapshot),
    idsAt: async (places) => {
      const listed = snapshot ?? (await readMatches({ id: testRunId, suites: [] }))
      return places.flatMap(({ suiteId, position }) => listed.idAt({ suiteId, position: position ?? 0 }) ?? [])
    },
  })
  // Rows are memoized by their position, so that it stays the same object.
  const positions: (ResultPosition | undefined)[] = []
  return {
    ...items,
    positionOf: (row: number) => {
      const place = items.placeOf(row)
      return place && (positions[row] ??= positionIn(place))
    },
  }
}
