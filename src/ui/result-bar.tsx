import type { ResultStatus } from '#shared/test-results/result-status.ts'
import type { Summary } from '#shared/test-runs/summary.ts'
import { formatNumber } from '#src/lib/format.ts'
import classes from './result-bar.module.css'

/** Failures first, so that bars below each other show them at the same edge. */
const ORDER: readonly ResultStatus[] = ['failed', 'error', 'passed', 'skipped', 'pending']

type Props = {
  summary: Summary
  /** The label for screen readers: 'Nightly 5'. */
  label?: string
}

/** The results of a run as one bar, by status. Every status with a result is visible, however small its share. */
export function ResultBar({ summary, label }: Props) {
  const shown = ORDER.filter((status) => summary[status] > 0)
  const counts = shown.map((status) => `${formatNumber(summary[status])} ${status}`).join(', ') || 'no results'
  return (
    <span role="img" aria-label={label ? `${label}: ${counts}` : counts} title={counts} className={classes.bar}>
      {shown.map((status) => (
        <span key={status} data-status={status} style={{ flexGrow: summary[status] }} />
      ))}
    </span>
  )
}
