import { type ReactNode, useMemo } from 'react'
import type { RunFilter } from '#shared/test-runs/find-runs.ts'
import type { TestRunListItem } from '#shared/test-runs/test-run.ts'
import { useSessionUser } from '#src/lib/session.ts'
import { trpc } from '#src/lib/trpc.ts'
import { useSearchText } from '#src/lib/use-search-text.ts'
import { Layout } from '#src/ui/grid/layout.ts'
import { createListContext } from '../../keys/list-context.tsx'
import { type LaidOut, laidOut, type ShownList, useScroller } from '../../keys/shown-list.ts'
import { namesPeople, toRunFilter } from './run-query.ts'
import { useRuns } from './use-runs.ts'

type AllRuns = ShownList<TestRunListItem> &
  LaidOut &
  ReturnType<typeof useRuns> & {
    projectId: string
    text: string
    setText: (text: string, options?: { replace: boolean }) => void
    problem: string | null
    layout: Layout
  }

const { ListProvider, useList } = createListContext<AllRuns>()
export { useList as useAllRuns }

export function AllRunsProvider({ projectId, children }: { projectId: string; children: ReactNode }) {
  const { filter: text, setFilter: setText } = useSearchText()
  const { filter, problem } = useRunFilter(projectId, text)
  const found = useRuns(projectId, filter)
  const scroller = useScroller()
  const list = useMemo((): AllRuns => {
    const layout = new Layout([{ id: 'runs', count: found.runs.length, isOpen: true }], { hasHeads: false })
    return { ...found, ...laidOut(layout, scroller), ...itemsOf(found.runs), projectId, text, setText, problem, layout }
  }, [found, projectId, text, setText, problem, scroller])
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

function itemsOf(runs: readonly TestRunListItem[]) {
  return {
    itemAt: (row: number) => runs[row],
    loadItem: async (row: number) => await Promise.resolve(runs[row]),
    rowOf: (id: string) => {
      const row = runs.findIndex((run) => run.id === id)
      return row === -1 ? undefined : row
    },
    idsBetween: async (first: number, last: number) =>
      await Promise.resolve(runs.slice(first, last + 1).map(({ id }) => id)),
    suiteStart: (row: number) => row,
  }
}
