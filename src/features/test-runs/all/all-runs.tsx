import { createContext, type ReactNode, useContext, useLayoutEffect, useMemo, useRef } from 'react'
import type { RunFilter } from '#shared/test-runs/find-runs.ts'
import type { TestRunListItem } from '#shared/test-runs/test-run.ts'
import { useSessionUser } from '#src/lib/session.ts'
import { trpc } from '#src/lib/trpc.ts'
import { useSearchText } from '#src/lib/use-search-text.ts'
import { type ShownList, showList } from '../../keys/shown-list.ts'
import { namesPeople, toRunFilter } from './run-query.ts'
import { useRuns } from './use-runs.ts'

type AllRuns = ReturnType<typeof useRuns> & {
  projectId: string
  /** The text of the search, as in the address. */
  text: string
  setText: (text: string, options?: { replace: boolean }) => void
  /** Why the search can match no run. */
  problem: string | null
  /** For the keys. */
  list: ShownList<TestRunListItem>
  /** Called by the grid, which knows where rows are. Returns the function that withdraws it. */
  attachScroll: (scroll: (row: number) => void) => () => void
}

const AllRunsContext = createContext<AllRuns | null>(null)

export function useAllRuns(): AllRuns {
  const runs = useContext(AllRunsContext)
  if (!runs) throw new Error('useAllRuns needs an AllRunsProvider')
  return runs
}

/** Provides the list of runs to its search, its grid and its keys. */
export function AllRunsProvider({ projectId, children }: { projectId: string; children: ReactNode }) {
  const { filter: text, setFilter: setText } = useSearchText()
  const { filter, problem } = useRunFilter(projectId, text)
  const found = useRuns(projectId, filter)
  const scroller = useRef<((row: number) => void) | null>(null)
  const acts = useMemo(
    () => ({
      scrollTo: (row: number) => scroller.current?.(row),
      attachScroll: (scroll: (row: number) => void) => {
        scroller.current = scroll
        return () => {
          scroller.current = null
        }
      },
    }),
    [],
  )
  const { runs } = found
  const list = useMemo(() => ({ ...listOf(runs), ...acts }), [runs, acts])
  useLayoutEffect(() => showList(list), [list])
  const value = useMemo(
    () => ({ ...found, projectId, text, setText, problem, list, attachScroll: acts.attachScroll }),
    [found, projectId, text, setText, problem, list, acts],
  )
  return <AllRunsContext value={value}>{children}</AllRunsContext>
}

const NOBODY: { id: string; name: string }[] = []

/** The filter that a search asks for; null while the people it names are read, and if no run can match. */
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
