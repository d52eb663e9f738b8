import { Skeleton, UnstyledButton } from '@mantine/core'
import { memo, type ReactNode } from 'react'
import { Link } from 'wouter'
import { passRate } from '#shared/test-runs/summary.ts'
import { runName } from '#shared/test-runs/run-name.ts'
import type { TestRunListItem } from '#shared/test-runs/test-run.ts'
import { PROJECT_CREDENTIAL } from '#shared/users/actor-name.ts'
import { formatCount, formatNumber, formatShare, formatShortDuration } from '#src/lib/format.ts'
import grid from '#src/ui/grid.module.css'
import { ResultBar } from '#src/ui/result-bar.tsx'
import { StatusMark } from '#src/ui/status.tsx'
import { Time } from '#src/ui/time.tsx'
import { useRowFocus } from '../../keys/cursor.ts'
import { selectTo, toggle, useIsSelected } from '../../keys/selection.ts'
import { type Column, columnIndex } from './columns.ts'
import classes from './run-rows.module.css'

/** A commit as people write it. */
const COMMIT = 8

type Props = {
  run: TestRunListItem
  row: number
  /** Undefined until it is read, null if it is not known. */
  newFailures: number | null | undefined
  href: string
  compareHref: string
}

/** A run on one line; on a phone, on three. */
export const RunRow = memo(function RunRow({ run, row, newFailures, href, compareHref }: Props) {
  const { id, ref, status, summary, createdBy, createdAt, durationMs, branch, commit, environment } = run
  const isSelected = useIsSelected(id)
  const focus = useRowFocus(row)
  const rate = passRate(summary)
  const name = runName(run)
  return (
    <div
      {...focus}
      role="row"
      aria-label={`${ref} ${name}, ${status}`}
      aria-rowindex={row + 2}
      aria-selected={isSelected}
      className={`${grid.row} ${grid.columns} ${classes.columns}`}
    >
      <Cell column="run">
        <UnstyledButton
          className={`${grid.select} ${classes.select}`}
          tabIndex={focus.tabIndex}
          aria-label={`Select ${ref}`}
          aria-pressed={isSelected}
          onClick={(event) => (event.shiftKey ? void selectTo(row) : toggle(id))}
        >
          <span className={classes.tick} aria-hidden />
          {ref}
        </UnstyledButton>
        <Link href={href} className={grid.name ?? ''} tabIndex={focus.tabIndex} dir="auto" title={name}>
          {name}
        </Link>
      </Cell>
      <Cell column="status">
        <span className={classes.status}>
          <StatusMark status={status} size={14} />
          {status}
        </span>
      </Cell>
      <Cell column="results">
        <ResultBar summary={summary} />
      </Cell>
      <Cell column="rate">{rate === null ? <None /> : formatShare(rate)}</Cell>
      <Cell column="new">
        {newFailures === undefined ? (
          <Skeleton className={grid.late} h={12} w={20} aria-hidden />
        ) : newFailures === null ? (
          <None />
        ) : newFailures === 0 ? (
          <span className={classes.none}>0</span>
        ) : (
          <Link
            href={compareHref}
            className={classes.new ?? ''}
            tabIndex={focus.tabIndex}
            aria-label={`${formatCount(newFailures, 'new failure')}, compare`}
          >
            <StatusMark status="failed" size={12} />
            {formatNumber(newFailures)}
            <span className={classes.word}>new</span>
          </Link>
        )}
      </Cell>
      <Cell column="by">{createdBy ? <Text>{createdBy.name}</Text> : <None>{PROJECT_CREDENTIAL}</None>}</Cell>
      <Cell column="started">
        <Time iso={createdAt} as="short" />
      </Cell>
      <Cell column="duration">{durationMs === null ? <None /> : formatShortDuration(durationMs)}</Cell>
      <Cell column="branch">{branch !== null && <Text>{branch}</Text>}</Cell>
      <Cell column="commit">
        {commit !== null && (
          <span className={`mono ${classes.text}`} title={commit}>
            {commit.slice(0, COMMIT)}
          </span>
        )}
      </Cell>
      <Cell column="environment">{environment !== null && <Text>{environment}</Text>}</Cell>
    </div>
  )
})

function Cell({ column, children }: { column: Column; children?: ReactNode }) {
  return (
    <div role="gridcell" aria-colindex={columnIndex(column)} data-column={column} className={classes.cell}>
      {children}
    </div>
  )
}

function Text({ children }: { children: string }) {
  return (
    <span className={classes.text} dir="auto" title={children}>
      {children}
    </span>
  )
}

const None = ({ children = '–' }: { children?: string }) => <span className={classes.none}>{children}</span>
