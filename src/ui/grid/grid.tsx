import { Box, Group, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { useIsPhone } from '../use-is-phone.ts'
import classes from './grid.module.css'
import type { ListedSuite } from './layout.ts'
import type { RenderedRow, RowHeights, VirtualLines } from './use-virtual-lines.ts'

const SKELETONS = 16

type Column = {
  title: ReactNode
  /** A width in pixels, or the `flex` of a column that shares the remaining width. */
  width: number | string
  justify?: 'center' | 'flex-end'
  /** Grids up to this width leave the column out. */
  hiddenTo?: 640 | 840 | 1000 | 1160
}

/** The columns of a grid, in order. In a list that is no grid rows are groups, and the heads are for the eye. */
export function gridColumns<Key extends string>(columns: Record<Key, Column>, { isGrid = true } = {}) {
  const looks = (Object.entries(columns) as [Key, Column][]).map(([key, column], index) => ({
    key,
    title: column.title,
    look: {
      'data-column': key,
      'data-hidden-to': column.hiddenTo,
      // Hidden columns leave a gap in the indexes.
      'aria-colindex': isGrid ? index + 1 : undefined,
      className: classes.cell,
      style: {
        flex: typeof column.width === 'number' ? `0 0 ${column.width}px` : column.width,
        justifyContent: column.justify,
      },
    },
  }))
  const roleOf = (role: string) => (isGrid ? role : undefined)
  const heads = (
    <div
      {...(isGrid ? { role: 'row', 'aria-rowindex': 1 } : { 'aria-hidden': true })}
      className={`${classes.columns} ${classes.heads} not-on-phone`}
    >
      {looks.map(({ key, title, look }) => (
        <div key={key} role={roleOf('columnheader')} {...look}>
          {title}
        </div>
      ))}
    </div>
  )
  const cells = (contents: Partial<Record<Key, ReactNode>>) =>
    looks.map(
      ({ key, look }) =>
        key in contents && (
          <div key={key} role={roleOf('gridcell')} {...look}>
            {contents[key]}
          </div>
        ),
    )
  return { isGrid, count: looks.length, roleOf, heads, cells }
}

/** How the name of a row looks, as a link or as a button. */
export const NAME = {
  className: 'one-line',
  c: 'inherit',
  size: 'sm',
  lh: '24px',
  miw: 24,
  underline: 'hover',
} as const

/** The number and the name of a suite, for its head. */
export const SuiteName = ({ number, name }: { number: number; name: string }) => (
  <>
    <span className={classes.number}>{number}</span>
    <span className="one-line" dir="auto" title={name}>
      {name}
    </span>
  </>
)

type Look = {
  label: string
  columns: Omit<ReturnType<typeof gridColumns>, 'cells'>
  heights: RowHeights
  className?: string | undefined
}

type Props = Look & {
  lines: VirtualLines
  /** -1: not known yet. Without rows there are no heads. */
  rowCount: number
  isBusy?: boolean
  /** The key of a row, where rows move. */
  keyOf?: (suite: ListedSuite, position: number) => string | undefined
  renderHead?: (suite: ListedSuite, line: number) => ReactNode
  renderRow: (suite: ListedSuite, row: RenderedRow) => ReactNode
}

/** Heads that stay in the window, and the rendered rows of suites. */
export function Grid({ label, columns, className = '', lines, rowCount, isBusy, keyOf, renderHead, renderRow }: Props) {
  const { heads, isGrid, count, roleOf } = columns
  const { body, height, rowHeight, suites, measure, onFocus } = lines
  const semantics = isGrid && {
    'aria-label': label,
    'aria-rowcount': rowCount,
    'aria-colcount': count,
    'aria-multiselectable': true,
    'aria-busy': isBusy,
  }
  return (
    <Box
      role={roleOf('grid')}
      {...semantics}
      className={`${classes.grid} ${className}`}
      __vars={{ '--row-height': `${rowHeight}px` }}
      onFocus={onFocus}
    >
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
    </Box>
  )
}

/** The grid before its rows are known: of the same heights, so that nothing shifts. */
export function GridSkeleton({
  label,
  columns,
  className = '',
  heights,
  hasHead = false,
}: Look & { hasHead?: boolean }) {
  const rowHeight = heights[useIsPhone() ? 'phone' : 'wide']
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
          <Group key={row} gap={24} px={12} mih={rowHeight} wrap="nowrap" className={classes.row}>
            <Skeleton h={12} w={28} />
            <Skeleton h={12} w={`${30 + ((row * 7) % 30)}%`} />
          </Group>
        ))}
      </div>
    </div>
  )
}
