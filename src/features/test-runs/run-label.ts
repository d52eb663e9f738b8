import type { TestRunListItem } from '#shared/test-runs/test-run.ts'
import { formatDateTime } from '#src/lib/format.ts'

/** The last 8 characters of the id: what people call a run by. */
export const shortRunId = (id: string) => id.slice(-8)

export function runLabel({ id, status, createdAt }: TestRunListItem): string {
  return `${shortRunId(id)} · ${status} · ${formatDateTime(createdAt)}`
}
