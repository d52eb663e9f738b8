import { useQueryClient } from '@tanstack/react-query'
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { ProjectOverview } from '#shared/projects/project.ts'
import type { TestSuiteListItem } from '#shared/test-suites/test-suite.ts'
import { toggled } from '#src/lib/toggled.ts'
import { showList } from '../../keys/shown-list.ts'
import { CaseRows } from './case-rows.ts'
import { CaseWrites } from './case-writes.ts'
import { accessTo, type FoundCases, type ListAccess } from './list-access.ts'

export type { FoundCases } from './list-access.ts'

/** How the grid scrolls, as little as needed. */
export type CaseScroll = { toRow: (row: number) => void; toEntry: (suiteId: string) => void }

/** The list of the Test Suites tab. Its rows are the heads of suites, and the cases of those that are open. */
export type CaseList = ListAccess & {
  scrollTo: (row: number) => void
  project: ProjectOverview
  role: string | null
  /** All suites of the project, in order. */
  allSuites: readonly TestSuiteListItem[]
  /** The text of the search, as in the address; '' for the whole list. */
  filter: string
  setFilter: (filter: string, options?: { replace: boolean }) => void
  found: FoundCases | null
  open: (suiteId: string) => void
  toggle: (suiteId: string) => void
  /** The changes that the list shows before they are saved. */
  writes: CaseWrites
  /** Reads suites again, or all. */
  refresh: (suiteIds?: readonly string[]) => Promise<void>
  /** Called by the grid, which knows where rows are. Returns the function that withdraws it. */
  attachScroll: (scroll: CaseScroll) => () => void
  /** Scrolls to the line for a new case. */
  scrollToEntry: (suiteId: string) => void
}

const CaseListContext = createContext<CaseList | null>(null)
const Latest = createContext<{ readonly current: CaseList | null }>({ current: null })

/** The list, rendered again when its rows change. Rows use `useLatestCaseList` instead. */
export function useCaseList(): CaseList {
  const list = useContext(CaseListContext)
  if (!list) throw new Error('useCaseList needs a CaseListProvider')
  return list
}

/** Returns a function for the list as it is when called, for handlers: it renders nothing again, and stays the same. */
export function useLatestCaseList(): () => CaseList {
  const latest = useContext(Latest)
  return useCallback(() => {
    if (!latest.current) throw new Error('useLatestCaseList needs a CaseListProvider')
    return latest.current
    // oxlint-disable-next-line react/preserve-manual-memoization -- effects depend on the function
  }, [latest])
}

type Props = Pick<CaseList, 'project' | 'role' | 'filter' | 'setFilter' | 'found'> & { children: ReactNode }

/** Provides the list of a project to the tab, its panel, its search and its keys. */
export function CaseListProvider({ project, role, filter, setFilter, found, children }: Props) {
  const queryClient = useQueryClient()
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  /** A search shows all matches; these suites were closed since. */
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const [writes] = useState(() => new CaseWrites(queryClient, project.id))
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
  const access = useMemo(
    () => accessTo({ queryClient, project, rows, filter, found }),
    [queryClient, project, rows, filter, found],
  )
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
