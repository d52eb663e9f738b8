import { Anchor, Box, Skeleton } from '@mantine/core'
import { memo } from 'react'
import { Link } from 'wouter'
import { passRate } from '#shared/test-runs/summary.ts'
import { runName } from '#shared/test-runs/run-name.ts'
import type { TestRunListItem } from '#shared/test-runs/test-run.ts'
import { PROJECT_CREDENTIAL } from '#shared/users/actor-name.ts'
import { formatCount, formatNumber, formatShare, formatShortDuration } from '#src/lib/format.ts'
import grid from '#src/ui/grid/grid.module.css'
import { gridColumns, NAME } from '#src/ui/grid/grid.tsx'
import { ResultBar } from '#src/ui/result-bar.tsx'
import { StatusMark } from '#src/ui/status.tsx'
import { Time } from '#src/ui/time.tsx'
import { useRowFocus } from '../../keys/cursor.ts'
import { SelectButton } from '../../keys/select-button.tsx'
import { useIsSelected } from '../../keys/selection.ts'
import classes from './run-grid.module.css'

export const columns = gridColumns({
  run: { title: <Box pl={28}>Run</Box>, width: '4 1 373px' },
  status: { title: 'Status', width: 92 },
  results: { title: 'Results', width: '2 0 120px' },
  rate: { title: 'Pass rate', width: 56, justify: 'flex-end' },
  new: { title: 'New failures', width: 72, justify: 'flex-end' },
  by: { title: 'Started by', width: '1 0 108px', hiddenTo: 1000 },
  started: { title: 'Started', width: 96 },
  duration: { title: 'Duration', width: 60, justify: 'flex-end', hiddenTo: 1160 },
  branch: { title: 'Branch', width: '1 0 108px' },
  commit: { title: 'Commit', width: 72, hiddenTo: 1160 },
  environment: { title: 'Environment', width: '1 0 88px', hiddenTo: 1000 },
})

const COMMIT = 8

type Props = {
  run: TestRunListItem
  row: number
  /** Undefined while loading, null if unknown. */
  newFailures: number | null | undefined
  href: string
  compareHref: string
}

/** A run on one line; on a phone, on three. */
export const RunRow = memo(function RunRow({ run, row, newFailures, href, compareHref }: Props) {
  const { id, ref, status, summary, createdBy, createdAt, durationMs, branch, commit, environment } = run
  const isSelected = useIsSelected(id)
  const focus = useRowFocus(row)
  const { tabIndex } = focus
  const rate = passRate(summary)
  const name = runName(run)
  return (
    <div
      {...focus}
      role="row"
      aria-label={`${ref} ${name}, ${status}`}
      aria-rowindex={row + 2}
      aria-selected={isSelected}
      className={`${grid.row} ${grid.columns} ${classes.row}`}
    >
      {columns.cells({
        run: (
          <>
            <SelectButton hasTick miw={64} {...{ id, row, number: ref, isSelected, tabIndex }} />
            <Anchor component={Link} {...NAME} href={href} tabIndex={tabIndex} dir="auto" title={name}>
              {name}
            </Anchor>
          </>
        ),
        status: (
          <>
            <StatusMark status={status} size={14} />
            {status}
          </>
        ),
        results: <ResultBar summary={summary} />,
        rate: rate === null ? <None /> : formatShare(rate),
        new: <NewFailures count={newFailures} href={compareHref} tabIndex={tabIndex} />,
        by: createdBy ? <Text>{createdBy.name}</Text> : <None>{PROJECT_CREDENTIAL}</None>,
        started: <Time iso={createdAt} as="short" />,
        duration: durationMs === null ? <None /> : formatShortDuration(durationMs),
        branch: branch !== null && <Text>{branch}</Text>,
        commit: commit !== null && (
          <span className="mono one-line" title={commit}>
            {commit.slice(0, COMMIT)}
          </span>
        ),
        environment: environment !== null && <Text>{environment}</Text>,
      })}
    </div>
  )
})

type NewProps = { count: Props['newFailures']; href: string; tabIndex: number }

function NewFailures({ count, href, tabIndex }: NewProps) {
  if (count === undefined) return <Skeleton className={grid.late} h={12} w={20} aria-hidden />
  if (count === null) return <None />
  if (count === 0) return <None>0</None>
  return (
    <Anchor
      component={Link}
      {...NAME}
      c="var(--status-failed-text)"
      fw={600}
      href={href}
      className={classes.new}
      tabIndex={tabIndex}
      aria-label={`${formatCount(count, 'new failure')}, compare`}
    >
      <StatusMark status="failed" size={12} />
      {formatNumber(count)}
      <span className={classes.word}>new</span>
    </Anchor>
  )
}

function Text({ children }: { children: string }) {
  return (
    <span className="one-line" dir="auto" title={children}>
      {children}
    </span>
  )
}

const None = ({ children = '–' }: { children?: string }) => (
  <Box c="dimmed" className="one-line">
    {children}
  </Box>
)
