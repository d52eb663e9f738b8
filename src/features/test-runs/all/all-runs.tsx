import { type ReactNode, useMemo } from 'react'
import type { RunFilter } from '#shared/test-runs/find-runs.ts'
import type { TestRunListItem } from '#shared/test-runs/test-run.ts'
import { useSessionUser } from '#src/lib/session.ts'
import { trpc } from '#src/lib/trpc.ts'
import { useSearchText } from '#src/lib/use-search-text.ts'
import { Layout, type Place } from '#src/ui/grid/layout.ts'
import { createListContext } from '../../keys/list-context.tsx'
import { type ListedItems, listItems } from '../../keys/shown-list.ts'
import { namesPeople, toRunFilter } from './run-query.ts'
import { useRuns } from './use-runs.ts'

type AllRuns = ListedItems<TestRunListItem> &
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
  const list = useMemo((): AllRuns => {
    const { runs } = found
    const layout = new Layout([{ id: 'runs', count: runs.length, isOpen: true }], { hasHeads: false })
    const runAt = ({ position }: Place) => runs[position ?? 0]
    const items = listItems(layout, {
      read: runAt,
      load: async (place) => await Promise.resolve(runAt(place)),
      placeOf: (id) => {
        const position = runs.findIndex((run) => run.id === id)
        return position === -1 ? undefined : { suiteId: 'runs', position }
      },
      idsAt: async (places) => await Promise.resolve(places.flatMap((place) => runAt(place)?.id ?? [])),
    })
    return { ...found, ...items, suiteStart: (row) => row, projectId, text, setText, problem, layout }
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
