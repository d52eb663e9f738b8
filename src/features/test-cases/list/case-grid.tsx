import { useMediaQuery } from '@mantine/hooks'
import { useLayoutEffect, useMemo, useRef } from 'react'
import { can } from '#shared/permissions.ts'
import { GroupedLayout } from '#src/ui/grouped-layout.ts'
import { scrollToItem } from '#src/ui/scroll-to-item.ts'
import { useGroupedVirtualizer } from '#src/ui/use-grouped-virtualizer.ts'
import classes from './case-grid.module.css'
import { useCaseList } from './case-list.tsx'
import { CaseRow } from './case-row.tsx'
import type { ListedSuite } from './case-rows.ts'
import { COLUMNS } from './columns.ts'
import { QuickCreate } from './quick-create.tsx'
import { SuiteHead } from './suite-head.tsx'
import { useDrop } from './use-drop.ts'

const SIZES = { head: 28, row: 32 }
const PHONE_SIZES = { head: 36, row: 60 }

/** The suites of a project with their cases. Heads stay in the window; an open suite ends in a line for a new case. */
export function CaseGrid() {
  useDrop()
  const { suites, suiteOf, role, found, suiteIndexAt, attachScroll } = useCaseList()
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const hasEntry = found === null && can(role, 'case.write')
  const body = useRef<HTMLDivElement>(null)
  const layout = useMemo(
    () =>
      new GroupedLayout(suites.map(({ id, count, isOpen }) => ({ key: id, count: count + Number(hasEntry), isOpen }))),
    [suites, hasEntry],
  )
  const entriesBefore = useMemo(() => countEntries(suites, hasEntry), [suites, hasEntry])
  const sizes = isPhone ? PHONE_SIZES : SIZES
  const { groups, height, placeOf, measure, onFocus } = useGroupedVirtualizer(layout, sizes, body)
  // Rows leave out the lines for new cases.
  const indexOf = (row: number) => row + (entriesBefore[suiteIndexAt(row)] ?? 0)
  const scrollTo = (index: number) => scrollToItem(body.current, placeOf(index))
  useLayoutEffect(() =>
    attachScroll({
      toRow: (row) => scrollTo(indexOf(row)),
      toEntry: (suiteId) => scrollTo(layout.indexOfHead(suites.findIndex(({ id }) => id === suiteId) + 1) - 1),
    }),
  )
  return (
    <div className={classes.grid} onFocus={onFocus}>
      {suites.length > 0 && (
        <div className={`${classes.columns} ${classes.heads}`} aria-hidden>
          {COLUMNS.map(({ key, title }) => (
            <span key={key} data-column={key}>
              {title}
            </span>
          ))}
        </div>
      )}
      <div ref={body} className={classes.body} style={{ height }}>
        {groups.map(({ key, group, index, start, size, rows }) => {
          const listed = suites[group]
          const suite = listed && suiteOf(listed.id)
          if (!suite) return null
          const before = entriesBefore[group] ?? 0
          return (
            <div key={key} className={classes.group} style={{ top: start, height: size }}>
              <SuiteHead suite={suite} role={role} isOpen={listed.isOpen} row={index - before} index={index} />
              {rows.map((place) => (
                <div
                  key={place.row === listed.count ? 'entry' : place.row}
                  ref={measure}
                  className={classes.place}
                  data-index={place.index}
                  style={{ transform: `translateY(${place.start}px)` }}
                >
                  {place.row === listed.count ? (
                    <QuickCreate suite={suite} />
                  ) : (
                    <CaseRow
                      suite={suite}
                      role={role}
                      position={place.row}
                      row={place.index - before}
                      match={found?.groups[group]?.cases[place.row]}
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

/** How many lines for a new case come before each suite. */
function countEntries(suites: readonly ListedSuite[], hasEntry: boolean): number[] {
  const before: number[] = []
  let count = 0
  for (const { isOpen } of suites) {
    before.push(count)
    if (isOpen && hasEntry) count += 1
  }
  return before
}
