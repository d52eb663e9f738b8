import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { RESULT_STATUSES } from '#shared/test-results/result-status.ts'
import type { Summary } from '#shared/test-runs/summary.ts'
import { formatNumber } from '#src/lib/format.ts'
import { FlakyMark } from './flaky-mark.tsx'
import { StatusMark } from './status.tsx'
import classes from './status-counts.module.css'

type Props = {
  summary: Summary
  /** One line. On a phone the marks name the statuses, and the words are for screen readers. */
  isLine?: boolean
}

/** The number of results of each status, and of flaky ones if there are any. Zeros are dimmed. */
export function StatusCounts({ summary, isLine = false }: Props) {
  const count = (label: string, mark: ReactNode, count: number) => (
    <Group key={label} component="li" gap={5} wrap="nowrap" data-none={count === 0 || undefined}>
      {mark}
      <span>
        {formatNumber(count)} <span className={isLine ? 'unseen-on-phone' : undefined}>{label}</span>
      </span>
    </Group>
  )
  return (
    <Group component="ul" className={`plain-list ${classes.counts} ${isLine ? classes.line : ''}`}>
      {RESULT_STATUSES.map((status) => count(status, <StatusMark status={status} size={14} />, summary[status]))}
      {summary.flaky > 0 && count('flaky', <FlakyMark />, summary.flaky)}
    </Group>
  )
}
