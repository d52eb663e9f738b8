import { SUMMARY_COUNTS, type Summary } from '#shared/test-runs/summary.ts'
import { formatNumber } from '#src/lib/format.ts'

/** Failures first, as in the bars. */
const ORDER = ['failed', 'error', 'passed', 'skipped', 'pending'] as const satisfies (typeof SUMMARY_COUNTS)[number][]

/** '2 failed, 1 error, 43 passed', or 'no results'. */
export const countsText = (summary: Summary): string =>
  ORDER.filter((status) => summary[status] > 0)
    .map((status) => `${formatNumber(summary[status])} ${status}`)
    .join(', ') || 'no results'
