import type { ReactNode } from 'react'
import { RESULT_STATUSES } from '#shared/test-results/result-status.ts'
import type { Summary } from '#shared/test-runs/summary.ts'
import { formatNumber } from '#src/lib/format.ts'
import { FlakyMark } from './flaky-mark.tsx'
import { StatusMark } from './status.tsx'
import classes from './status-counts.module.css'

/** The number of results of each status, and of flaky ones if there are any. Zeros are dimmed. */
export function StatusCounts({ summary }: { summary: Summary }) {
  return (
    <ul className={`plain-list ${classes.counts}`}>
      {RESULT_STATUSES.map((status) => (
        <Count key={status} mark={<StatusMark status={status} size={14} />} label={status} count={summary[status]} />
      ))}
      {summary.flaky > 0 && <Count mark={<FlakyMark />} label="flaky" count={summary.flaky} />}
    </ul>
  )
}

function Count({ mark, label, count }: { mark: ReactNode; label: string; count: number }) {
  return (
    <li className={classes.count} data-none={count === 0 || undefined}>
      {mark}
      <span>
        {formatNumber(count)} <span data-word>{label}</span>
      </span>
    </li>
  )
}
