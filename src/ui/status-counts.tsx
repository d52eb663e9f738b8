import { type ResultStatus, RESULT_STATUSES } from '#shared/test-results/result-status.ts'
import type { Summary } from '#shared/test-runs/summary.ts'
import { formatNumber } from '#src/lib/format.ts'
import { STATUS_LOOK } from './status.tsx'
import classes from './status-counts.module.css'

/** How many results stand at each status; those at which none stands recede. */
export function StatusCounts({ summary }: { summary: Summary }) {
  return (
    <ul className={classes.counts}>
      {RESULT_STATUSES.map((status) => (
        <StatusCount key={status} status={status} count={summary[status]} />
      ))}
    </ul>
  )
}

function StatusCount({ status, count }: { status: ResultStatus; count: number }) {
  const { color, icon: IconPart } = STATUS_LOOK[status]
  return (
    <li className={classes.count} data-none={count === 0 || undefined}>
      <IconPart size={14} aria-hidden color={count === 0 ? 'currentColor' : `var(--mantine-color-${color}-light-color)`} />
      <span>
        {formatNumber(count)} {status}
      </span>
    </li>
  )
}
