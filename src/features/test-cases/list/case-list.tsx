import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useMemo, useRef, useState } from 'react'
import type { ProjectOverview } from '#shared/projects/project.ts'
import type { TestSuiteListItem } from '#shared/test-suites/test-suite.ts'
import { toggled } from '#src/lib/toggled.ts'
import { Layout } from '#src/ui/grid/layout.ts'
import type { ScrollTo } from '#src/ui/grid/use-virtual-lines.ts'
import { createListContext } from '../../keys/list-context.tsx'
import { CaseWrites } from './case-writes.ts'
import { accessTo, type FoundCases, type ListAccess } from './list-access.ts'

export type { FoundCases } from './list-access.ts'

export type CaseList = ListAccess & {
  scrollTo: (row: number) => void
  project: ProjectOverview
  role: string | null
  allSuites: readonly TestSuiteListItem[]
  /** The search text of the address; '' for the whole list. */
  filter: string
  setFilter: (filter: string, options?: { replace: boolean }) => void
  found: FoundCases | null
  open: (suiteId: string) => void
  toggle: (suiteId: string) => void
  /** Optimistic changes that are not saved yet. */
  writes: CaseWrites
  refresh: (suiteIds?: readonly string[]) => Promise<void>
  /** Set by the grid, which knows the positions of rows. */
  scroller: RefObject<ScrollTo | null>
  scrollToEntry: (suiteId: string) => void
}

const { ListProvider, useList, useLatest } = createListContext<CaseList>()
export { useList as useCaseList, useLatest as useLatestCaseList }

type Props = Pick<CaseList, 'project' | 'role' | 'filter' | 'setFilter' | 'found'> & { children: ReactNode }

export function CaseListProvider({ project, role, filter, setFilter, found, children }: Props) {
  const queryClient = useQueryClient()
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  /** A search shows all matches; these suites were closed since. */
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const [writes] = useState(() => new CaseWrites(queryClient, project.id))
  const rows = useMemo(
    () =>
      new Layout(
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
  const scroller = useRef<ScrollTo>(null)
  const isSearch = found !== null
  const list = useMemo((): CaseList => {
    const setShown = isSearch ? setClosed : setOpened
    return {
      project,
      role,
      filter,
      setFilter,
      found,
      allSuites: project.testSuites,
      writes,
      refresh: async (suiteIds) => await writes.refresh(suiteIds),
      ...access,
      open: (suiteId) => setShown((before) => (before.has(suiteId) === isSearch ? toggled(before, suiteId) : before)),
      toggle: (suiteId) => setShown((before) => toggled(before, suiteId)),
      scroller,
      scrollTo: (row) => {
        const place = access.placeOf(row)
        if (place) scroller.current?.(place)
      },
      scrollToEntry: (suiteId) => {
        const suite = access.suites.find(({ id }) => id === suiteId)
        if (suite) scroller.current?.({ suiteId, position: suite.count })
      },
    }
  }, [project, role, filter, setFilter, found, writes, access, isSearch])
  return <ListProvider list={list}>{children}</ListProvider>
}
