import { useEffect, useEffectEvent, useMemo } from 'react'
import { can } from '#shared/permissions.ts'
import { say } from '#src/lib/toast.ts'
import { Grid } from '#src/ui/grid/grid.tsx'
import { Layout } from '#src/ui/grid/layout.ts'
import { useVirtualLines } from '#src/ui/grid/use-virtual-lines.ts'
import { scroller } from '../../keys/shown-list.ts'
import classes from './case-grid.module.css'
import { useCaseList, useLatestCaseList } from './case-list.tsx'
import { loadedCases } from './case-pages.ts'
import { CaseRow, columns } from './case-row.tsx'
import { watchDrags } from './drag.ts'
import { QuickCreate } from './quick-create.tsx'
import { SuiteHead } from './suite-head.tsx'
import { moveCases } from './move-cases.ts'
import { moveSuite } from './move-suite.ts'

const LOOK = { label: 'Test suites', columns, heights: { wide: 32, phone: 60 }, className: classes.grid }

/** The suites of a project with their cases. Suite heads are sticky; an open suite ends with a line for a new case. */
export function CaseGrid() {
  useDrop()
  const { suites: listed, suiteOf, role, found, rowAt, caseAt } = useCaseList()
  const hasEntry = found === null && can(role, 'case.write')
  const layout = useMemo(() => new Layout(listed, { hasEntry }), [listed, hasEntry])
  const lines = useVirtualLines(layout, LOOK.heights, scroller)
  // Rows leave out the lines for new cases.
  const headOf = (suiteId: string) => rowAt({ suiteId, position: null }) ?? 0
  return (
    <Grid
      {...LOOK}
      lines={lines}
      rowCount={layout.length}
      keyOf={({ count }, position) => (position === count ? 'entry' : String(position))}
      renderHead={({ id, isOpen }, line) => {
        const suite = suiteOf(id)
        return suite && <SuiteHead suite={suite} role={role} isOpen={isOpen} row={headOf(id)} index={line} />
      }}
      renderRow={({ id, count }, { position }) => {
        const suite = suiteOf(id)
        if (!suite) return null
        if (position === count) return <QuickCreate suite={suite} />
        const row = headOf(id) + 1 + position
        return <CaseRow {...{ suite, role, position, row, match: found ? caseAt(row) : undefined }} />
      }}
    />
  )
}

function useDrop(): void {
  const list = useLatestCaseList()
  const watch = useEffectEvent(() =>
    watchDrags((dragged, { suiteId, position, edge }) => {
      const { allSuites, suiteOf, found } = list()
      if (found) return say('Clear the search to move by dragging')
      if (dragged.kind === 'suite') {
        const rest = allSuites.filter(({ id }) => id !== dragged.id)
        const at = rest.findIndex(({ id }) => id === suiteId)
        if (at >= 0) void moveSuite(list(), dragged.id, edge === 'above' ? at : at + 1)
        return
      }
      if (position === null) return void moveCases(list, dragged.ids, { suiteId, index: edge === 'into' ? null : 0 })
      const moved = new Set(dragged.ids)
      const before = loadedCases(suiteId, suiteOf(suiteId)?.testCaseCount ?? 0)
        .slice(0, edge === 'above' ? position : position + 1)
        .filter((testCase) => !testCase || !moved.has(testCase.id))
      void moveCases(list, dragged.ids, { suiteId, index: before.length })
    }),
  )
  useEffect(() => watch(), [])
}
