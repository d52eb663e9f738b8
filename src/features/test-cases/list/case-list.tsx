import { type ReactNode, useMemo, useState } from 'react'
import type { ProjectOverview } from '#shared/projects/project.ts'
import type { TestSuiteListItem } from '#shared/test-suites/test-suite.ts'
import { toggled } from '#src/lib/toggled.ts'
import { Layout } from '#src/ui/grid/layout.ts'
import { createListContext } from '../../keys/list-context.tsx'
import { scroller } from '../../keys/shown-list.ts'
import { CaseWrites } from './case-writes.ts'
import { accessTo, type FoundCases } from './list-access.ts'

type Shown = {
  project: ProjectOverview
  role: string | null
  /** The search text of the address; '' for the whole list. */
  filter: string
  setFilter: (filter: string, options?: { replace: boolean }) => void
  found: FoundCases | null
}

export type CaseList = Shown &
  ReturnType<typeof accessTo> & {
    allSuites: readonly TestSuiteListItem[]
    open: (suiteId: string) => void
    toggle: (suiteId: string) => void
    /** Optimistic changes that are not saved yet. */
    writes: CaseWrites
    scrollToEntry: (suiteId: string) => void
  }

/** Returns the current list, for acts that go on after a question or an answer. From `useLatestCaseList`. */
export type LatestCaseList = () => CaseList

const { ListProvider, useList, useLatest } = createListContext<CaseList>()
export { useList as useCaseList, useLatest as useLatestCaseList }

export function CaseListProvider({ children, ...shown }: Shown & { children: ReactNode }) {
  const { project, role, filter, setFilter, found } = shown
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  /** A search shows all matches; these suites were closed since. */
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const [writes] = useState(() => new CaseWrites(project.id))
  const layout = useMemo(
    () =>
      new Layout(
        found
          ? found.groups.map(({ suite: { id }, cases }) => ({ id, count: cases.length, isOpen: !closed.has(id) }))
          : project.testSuites.map(({ id, testCaseCount }) => ({ id, count: testCaseCount, isOpen: opened.has(id) })),
      ),
    [project.testSuites, opened, closed, found],
  )
  const access = useMemo(() => accessTo({ project, layout, filter, found }), [project, layout, filter, found])
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
      ...access,
      open: (suiteId) => setShown((before) => (before.has(suiteId) === isSearch ? toggled(before, suiteId) : before)),
      toggle: (suiteId) => setShown((before) => toggled(before, suiteId)),
      scrollToEntry: (suiteId) => {
        const suite = access.suites.find(({ id }) => id === suiteId)
        if (suite) scroller.current?.({ suiteId, position: suite.count })
      },
    }
  }, [project, role, filter, setFilter, found, writes, access, isSearch])
  return <ListProvider list={list}>{children}</ListProvider>
}
