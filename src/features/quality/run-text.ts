import { SUMMARY_COUNTS, type Summary } from '#shared/test-runs/summary.ts'
import { formatNumber } from '#src/lib/format.ts'

/** Failures first, as in the bars. */
const ORDER = ['failed', 'error', 'passed', 'skipped', 'pending'] as const satisfies (typeof SUMMARY_COUNTS)[number][]

export const countsText = (summary: Summary): string =>
  ORDER.filter((status) => summary[status] > 0)
    .map((status) => `${formatNumber(summary[status])} ${status}`)
    .join(', ') || 'no results'
