import type { TestRunListItem } from '#shared/test-runs/test-run.ts'
import { formatDateTime, formatNumber } from '#src/lib/format.ts'

/** The last 8 characters of the id, by which the app names a run. */
export const shortRunId = (id: string) => id.slice(-8)

export function runLabel({ id, status, createdAt, summary }: TestRunListItem): string {
  const label = `${shortRunId(id)} · ${status} · ${formatDateTime(createdAt)}`
  return summary.flaky > 0 ? `${label} · ${formatNumber(summary.flaky)} flaky` : label
}
