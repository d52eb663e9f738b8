import { useMemo } from 'react'
import { can } from '#shared/permissions.ts'
import { Grid } from '#src/ui/grid/grid.tsx'
import { Layout } from '#src/ui/grid/layout.ts'
import { useVirtualLines } from '#src/ui/grid/use-virtual-lines.ts'
import classes from './case-grid.module.css'
import { useCaseList } from './case-list.tsx'
import { CaseRow, columns } from './case-row.tsx'
import { QuickCreate } from './quick-create.tsx'
import { SuiteHead } from './suite-head.tsx'
import { useDrop } from './use-drop.ts'

const SIZES = { head: 28, row: 32, phone: { head: 36, row: 60 } }

/** The suites of a project with their cases. Suite heads are sticky; an open suite ends with a line for a new case. */
export function CaseGrid() {
  useDrop()
  const { suites: listed, suiteOf, role, found, rowAt, scroller } = useCaseList()
  const hasEntry = found === null && can(role, 'case.write')
  const layout = useMemo(() => new Layout(listed, { hasEntry }), [listed, hasEntry])
  const lines = useVirtualLines(layout, SIZES, scroller)
  const matches = useMemo(() => new Map(found?.groups.map(({ suite, cases }) => [suite.id, cases])), [found])
  // Rows leave out the lines for new cases.
  const headOf = (suiteId: string) => rowAt({ suiteId, position: null }) ?? 0
  return (
    <Grid
      label="Test suites"
      columns={columns}
      className={classes.grid}
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
        return <CaseRow {...{ suite, role, position, row, match: matches.get(id)?.[position] }} />
      }}
    />
  )
}
