import { Group, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './grid.module.css'
import type { ListedSuite } from './layout.ts'
import type { RenderedRow, VirtualLines } from './use-virtual-lines.ts'

const SKELETONS = 16

/**
 * The columns of a grid, in order. `className` sets their widths. In a list that is no grid rows are groups, and the
 * heads are for the eye.
 */
export function gridColumns<Key extends string>(
  titles: Record<Key, ReactNode>,
  className: string | undefined,
  { isGrid = true } = {},
) {
  const keys = Object.keys(titles) as Key[]
  const row = `${classes.columns} ${className}`
  const cells = (contents: Partial<Record<Key, ReactNode>>, role = 'gridcell') =>
    keys.map(
      (key, index) =>
        key in contents && (
          // Hidden columns leave a gap in the indexes.
          <div
            key={key}
            {...(isGrid && { role, 'aria-colindex': index + 1 })}
            data-column={key}
            className={classes.cell}
          >
            {contents[key]}
          </div>
        ),
    )
  const heads = (
    <div
      {...(isGrid ? { role: 'row', 'aria-rowindex': 1 } : { 'aria-hidden': true })}
      className={`${row} ${classes.heads} not-on-phone`}
    >
      {cells(titles, 'columnheader')}
    </div>
  )
  return { isGrid, count: keys.length, row, heads, cells }
}

type Look = {
  label: string
  columns: Pick<ReturnType<typeof gridColumns>, 'isGrid' | 'count' | 'heads'>
  className: string | undefined
}

type Props = Look & {
  lines: VirtualLines
  /** -1: not known yet. Without rows there are no heads. */
  rowCount: number
  isBusy?: boolean
  /** Where rows move, what stays the same row. */
  keyOf?: (suite: ListedSuite, position: number) => string | undefined
  renderHead?: (suite: ListedSuite, line: number) => ReactNode
  renderRow: (suite: ListedSuite, row: RenderedRow) => ReactNode
}

/** Heads that stay in the window, and the rendered rows of suites. */
export function Grid({ label, columns, className, lines, rowCount, isBusy, keyOf, renderHead, renderRow }: Props) {
  const { heads, isGrid, count } = columns
  const { body, height, suites, measure, onFocus } = lines
  const roleOf = (role: string) => (isGrid ? role : undefined)
  const semantics = isGrid && {
    'aria-label': label,
    'aria-rowcount': rowCount,
    'aria-colcount': count,
    'aria-multiselectable': true,
    'aria-busy': isBusy,
  }
  return (
    <div role={roleOf('grid')} {...semantics} className={`${classes.grid} ${className}`} onFocus={onFocus}>
      {rowCount !== 0 && heads}
      <div ref={body} role={roleOf('presentation')} className={classes.body} style={{ height }}>
        {suites.map(({ suite, line, start, size, rows }) => (
          <div key={suite.id} role={roleOf('rowgroup')} className={classes.suite} style={{ top: start, height: size }}>
            {renderHead?.(suite, line)}
            {rows.map((row) => (
              <div
                key={keyOf?.(suite, row.position) ?? row.key}
                ref={measure}
                role={roleOf('presentation')}
                className={classes.place}
                data-index={row.line}
                style={{ transform: `translateY(${row.start}px)` }}
              >
                {renderRow(suite, row)}
              </div>
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}

/** The grid before its rows are known: of the same heights, so that nothing shifts. */
export function GridSkeleton({ label, columns, className, hasHead = false }: Look & { hasHead?: boolean }) {
  return (
    <div role="grid" aria-label={label} aria-busy className={`${classes.grid} ${className}`}>
      {columns.heads}
      <div aria-hidden className={classes.late}>
        {hasHead && (
          <Group px={12} className={classes.head}>
            <Skeleton h={12} w={160} />
          </Group>
        )}
        {Array.from({ length: SKELETONS }, (_, row) => (
          <Group key={row} gap={24} px={12} wrap="nowrap" className={classes.row}>
            <Skeleton h={12} w={28} />
            <Skeleton h={12} w={`${30 + ((row * 7) % 30)}%`} />
          </Group>
        ))}
      </div>
    </div>
  )
}
