import { RESULT_STATUSES } from '#shared/test-results/result-status.ts'
import type { Summary } from '#shared/test-runs/summary.ts'
import { formatNumber } from '#src/lib/format.ts'
import { FLAKY_LOOK, type Look, STATUS_LOOK } from './status.tsx'
import classes from './status-counts.module.css'

/** The number of results of each status, and of flaky ones if there are any. Zeros are dimmed. */
export function StatusCounts({ summary }: { summary: Summary }) {
  return (
    <ul className={`plain-list ${classes.counts}`}>
      {RESULT_STATUSES.map((status) => (
        <Count key={status} look={STATUS_LOOK[status]} label={status} count={summary[status]} />
      ))}
      {summary.flaky > 0 && <Count look={FLAKY_LOOK} label="flaky" count={summary.flaky} />}
    </ul>
  )
}

function Count({ look: { color, icon: IconPart }, label, count }: { look: Look; label: string; count: number }) {
  return (
    <li className={classes.count} data-none={count === 0 || undefined}>
      <IconPart
        size={14}
        aria-hidden
        color={count === 0 ? 'currentColor' : `var(--mantine-color-${color}-light-color)`}
      />
      <span>
        {formatNumber(count)} {label}
      </span>
    </li>
  )
}
