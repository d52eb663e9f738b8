import type { TestRunOverview } from '#shared/test-runs/test-run.ts'
import { basePath } from '#src/lib/base-path.ts'
import { accessToken } from '#src/lib/session.ts'
import { sessionFetch } from '#src/lib/session-rule.ts'
import { toastError } from '#src/lib/toast.ts'
import type { ExportFormat } from './exports.ts'
import { fileNameOf } from './file-name.ts'

/** Downloads a run as a blob: a link would carry no session. */
export async function exportRun({ id, ref }: TestRunOverview, format: ExportFormat): Promise<void> {
  try {
    const answer = await sessionFetch(`${basePath}/api/test-runs/${id}/export?format=${format}`, {
      headers: { authorization: `Bearer ${accessToken()}` },
    })
    if (!answer.ok) throw new Error(`The server answered ${answer.status}`)
    const name = fileNameOf(answer.headers.get('content-disposition')) ?? `${ref}.${format}`
    save(await answer.blob(), name)
  } catch {
    toastError('Failed to export the test run')
  }
}

/** Long enough for the browser to open the file. */
const REVOKE_MS = 60_000

function save(file: Blob, name: string): void {
  const href = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(href), REVOKE_MS)
}
