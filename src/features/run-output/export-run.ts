import type { TestRunOverview } from '#shared/test-runs/test-run.ts'
import { basePath } from '#src/lib/base-path.ts'
import { accessToken } from '#src/lib/session.ts'
import { sessionFetch } from '#src/lib/session-rule.ts'
import { toastError } from '#src/lib/toast.ts'
import type { ExportFormat } from './exports.ts'

/** Downloads a run as a file. */
export async function exportRun({ id }: TestRunOverview, format: ExportFormat): Promise<void> {
  const answer = await sessionFetch(`${basePath}/api/test-runs/${id}/export?format=${format}`, {
    headers: { authorization: `Bearer ${accessToken()}` },
  }).catch(() => null)
  if (!answer?.ok) toastError('Failed to export the test run')
  return undefined
}
