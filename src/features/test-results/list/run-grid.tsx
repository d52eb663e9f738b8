import { useMediaQuery } from '@mantine/hooks'
import { useLayoutEffect, useMemo, useRef } from 'react'
import type { TestRunOverview } from '#shared/test-runs/test-run.ts'
import { GroupedLayout } from '#src/ui/grouped-layout.ts'
import { scrollToItem } from '#src/ui/scroll-to-item.ts'
import { useGroupedVirtualizer } from '#src/ui/use-grouped-virtualizer.ts'
import { type ResultPosition, usePagesAhead } from '../store/result-pages.ts'
import { ColumnHeads } from './column-heads.tsx'
import { COLUMNS } from './columns.ts'
import { ResultRow } from './result-row.tsx'
import classes from './run-grid.module.css'
import { useRunList } from './run-list.tsx'
import { SuiteRow } from './suite-row.tsx'

const SIZES = { head: 28, row: 36 }
const PHONE_SIZES = { head: 36, row: 72 }

/** The results of a run: heads that stay in the window, and a row for each result. */
export function RunGrid() {
  const { run, suites, isEditable, filter, positionOf, toggleSuite, attachScroll } = useRunList()
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const body = useRef<HTMLDivElement>(null)
  const layout = useMemo(
    () => new GroupedLayout(suites.map(({ id, count, isOpen }) => ({ key: id, count, isOpen }))),
    [suites],
  )
  const { groups, height, placeOf, measure, onFocus } = useGroupedVirtualizer(
    layout,
    isPhone ? PHONE_SIZES : SIZES,
    body,
  )
  useLayoutEffect(() =>
    attachScroll((row, align) => scrollToItem(body.current, placeOf(layout.indexOfRow(row)), align)),
  )
  const rendered = groups.flatMap(({ group, rows }) => rows.map(({ index }) => index - group - 1))
  usePagesAhead(run.id, positionOf, rendered[0] ?? 0, rendered.at(-1) ?? 0)
  const byId = useMemo(() => new Map(run.suites.map((suite) => [suite.id, suite])), [run.suites])
  return (
    <div
      role="grid"
      aria-label="Results"
      aria-rowcount={layout.length + 1}
      aria-colcount={COLUMNS.length}
      aria-multiselectable
      className={classes.grid}
      onFocus={onFocus}
    >
      <ColumnHeads />
      <div ref={body} role="presentation" className={classes.body} style={{ height }}>
        {groups.map(({ key, group, index, start, size, rows }) => {
          const suite = byId.get(suites[group]?.id ?? '') as TestRunOverview['suites'][number]
          return (
            <div key={key} role="rowgroup" className={classes.group} style={{ top: start, height: size }}>
              <SuiteRow suite={suite} isOpen={suites[group]?.isOpen ?? true} index={index} onToggle={toggleSuite} />
              {rows.map(({ key, index, start, row }) => (
                <ResultRow
                  key={key}
                  testRunId={run.id}
                  projectId={run.projectId}
                  runName={run.description}
                  filter={filter}
                  hasHistory={!isPhone}
                  row={index - group - 1}
                  index={index}
                  start={start}
                  position={positionOf(index - group - 1) as ResultPosition}
                  number={`${suite.number}.${row + 1}`}
                  isEditable={isEditable}
                  measure={measure}
                />
              ))}
            </div>
          )
        })}
      </div>
    </div>
  )
}
