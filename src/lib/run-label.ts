import type { TestRunListItem } from '#shared/test-runs/test-run.ts'
import { progress, type Summary } from '#shared/test-runs/summary.ts'
import { formatDateTime, formatNumber, formatShare } from '#src/lib/format.ts'

/** The last 8 characters of the id, by which the app names a run. */
export const shortRunId = (id: string) => id.slice(-8)

export function runLabel({ id, status, createdAt, summary }: TestRunListItem): string {
  const label = `${shortRunId(id)} · ${status} · ${formatDateTime(createdAt)}`
  return summary.flaky > 0 ? `${label} · ${formatNumber(summary.flaky)} flaky` : label
}

/** '40% of 5 recorded'. Rounded down, but never to 0% while something is recorded. */
export function recordedText(summary: Summary): string {
  if (summary.total === 0) return 'nothing recorded yet'
  return `${formatShare(progress(summary))} of ${formatNumber(summary.total)} recorded`
}
