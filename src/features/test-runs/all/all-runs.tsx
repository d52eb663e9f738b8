import { type ReactNode, type RefObject, useMemo, useRef } from 'react'
import type { RunFilter } from '#shared/test-runs/find-runs.ts'
import type { TestRunListItem } from '#shared/test-runs/test-run.ts'
import { useSessionUser } from '#src/lib/session.ts'
import { trpc } from '#src/lib/trpc.ts'
import { useSearchText } from '#src/lib/use-search-text.ts'
import { Layout } from '#src/ui/grid/layout.ts'
import type { ScrollTo } from '#src/ui/grid/use-virtual-lines.ts'
import { createListContext } from '../../keys/list-context.tsx'
import type { ShownList } from '../../keys/shown-list.ts'
import { namesPeople, toRunFilter } from './run-query.ts'
import { useRuns } from './use-runs.ts'

type AllRuns = ShownList<TestRunListItem> &
  ReturnType<typeof useRuns> & {
    projectId: string
    text: string
    setText: (text: string, options?: { replace: boolean }) => void
    problem: string | null
    layout: Layout
    /** Set by the grid, which knows the positions of rows. */
    scroller: RefObject<ScrollTo | null>
  }

const { ListProvider, useList } = createListContext<AllRuns>()
export { useList as useAllRuns }

export function AllRunsProvider({ projectId, children }: { projectId: string; children: ReactNode }) {
  const { filter: text, setFilter: setText } = useSearchText()
  const { filter, problem } = useRunFilter(projectId, text)
  const found = useRuns(projectId, filter)
  const scroller = useRef<ScrollTo>(null)
  const list = useMemo((): AllRuns => {
    const layout = new Layout([{ id: 'runs', count: found.runs.length, isOpen: true }], { hasHeads: false })
    const scrollTo = (row: number) => scroller.current?.({ suiteId: 'runs', position: row })
    return { ...found, ...listOf(found.runs), projectId, text, setText, problem, layout, scroller, scrollTo }
  }, [found, projectId, text, setText, problem])
  return <ListProvider list={list}>{children}</ListProvider>
}

const NOBODY: { id: string; name: string }[] = []

/** The filter of a search; null while the people in it are loading, and if no run can match. */
function useRunFilter(projectId: string, text: string): { filter: RunFilter | null; problem: string | null } {
  const me = useSessionUser()?.id
  const needsPeople = namesPeople(text)
  const { data } = trpc.testRuns.values.useQuery({ projectId }, { enabled: needsPeople })
  const people = data?.startedBy ?? NOBODY
  const search = useMemo(() => toRunFilter(text, people, me), [text, people, me])
  if ('filter' in search) return { filter: search.filter, problem: null }
  return { filter: null, problem: needsPeople && !data ? null : search.problem }
}

function listOf(runs: readonly TestRunListItem[]): Omit<ShownList<TestRunListItem>, 'scrollTo'> {
  return {
    rows: runs.length,
    itemAt: (row) => runs[row],
    loadItem: async (row) => await Promise.resolve(runs[row]),
    rowOf: (id) => {
      const row = runs.findIndex((run) => run.id === id)
      return row === -1 ? undefined : row
    },
    idsBetween: async (first, last) => await Promise.resolve(runs.slice(first, last + 1).map(({ id }) => id)),
    suiteStart: (row) => row,
  }
}
