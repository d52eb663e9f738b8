import { useMediaQuery } from '@mantine/hooks'
import { useImperativeHandle, useMemo, useRef } from 'react'
import { can } from '#shared/permissions.ts'
import grid from '#src/ui/grid/grid.module.css'
import { Layout } from '#src/ui/grid/layout.ts'
import { useVirtualLines } from '#src/ui/grid/use-virtual-lines.ts'
import classes from './case-grid.module.css'
import { useCaseList } from './case-list.tsx'
import { CaseRow } from './case-row.tsx'
import { QuickCreate } from './quick-create.tsx'
import { SuiteHead } from './suite-head.tsx'
import { useDrop } from './use-drop.ts'

/** In order. Narrow lists hide some: see `case-grid.module.css`. */
const COLUMNS = {
  number: 'No.',
  case: 'Case',
  type: 'Type',
  priority: 'Priority',
  tags: 'Tags',
  expected: 'Expected',
  steps: 'Steps',
  history: 'History',
  actions: '',
}
const SIZES = { head: 28, row: 32 }
const PHONE_SIZES = { head: 36, row: 60 }

/** The suites of a project with their cases. Suite heads are sticky; an open suite ends with a line for a new case. */
export function CaseGrid() {
  useDrop()
  const { suites: listed, suiteOf, role, found, rowAt, scroller } = useCaseList()
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const hasEntry = found === null && can(role, 'case.write')
  const body = useRef<HTMLDivElement>(null)
  const layout = useMemo(() => new Layout(listed, { hasEntry }), [listed, hasEntry])
  const { suites, height, scrollTo, measure, onFocus } = useVirtualLines(layout, isPhone ? PHONE_SIZES : SIZES, body)
  useImperativeHandle(scroller, () => scrollTo)
  const matches = useMemo(() => new Map(found?.groups.map(({ suite, cases }) => [suite.id, cases])), [found])
  return (
    <div className={`${grid.grid} ${classes.grid}`} onFocus={onFocus}>
      {listed.length > 0 && (
        <div className={`${grid.columns} ${classes.columns} ${grid.heads}`} aria-hidden>
          {Object.entries(COLUMNS).map(([key, title]) => (
            <span key={key} data-column={key}>
              {title}
            </span>
          ))}
        </div>
      )}
      <div ref={body} className={grid.body} style={{ height }}>
        {suites.map(({ suite: { id, count, isOpen }, line, start, size, rows }) => {
          const suite = suiteOf(id)
          if (!suite) return null
          // Rows leave out the lines for new cases.
          const head = rowAt({ suiteId: id, position: null }) ?? 0
          return (
            <div key={id} className={grid.suite} style={{ top: start, height: size }}>
              <SuiteHead suite={suite} role={role} isOpen={isOpen} row={head} index={line} />
              {rows.map(({ position, line, start }) => (
                <div
                  key={position === count ? 'entry' : position}
                  ref={measure}
                  className={grid.place}
                  data-index={line}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  {position === count ? (
                    <QuickCreate suite={suite} />
                  ) : (
                    <CaseRow
                      suite={suite}
                      role={role}
                      position={position}
                      row={head + 1 + position}
                      match={matches.get(id)?.[position]}
                    />
                  )}
                </div>
              ))}
            </div>
          )
        })}
      </div>
    </div>
  )
}
