import type { ReportAnswer } from '#shared/test-reports/test-report.ts'
import { basePath } from '#src/lib/base-path.ts'
import { endRefusedSession, UNAUTHORIZED } from '#src/lib/session-rule.ts'
import { accessToken } from '#src/lib/session.ts'
import { formatBytes } from '#src/lib/format.ts'
import type { Upload } from './upload-store.ts'

type Options = { onProgress: (share: number) => void; onSent: () => void; signal: AbortSignal }

export type Sent = { answer: ReportAnswer; isRepeat: boolean }

const TOO_LARGE = 413
/** The server's own 502 is a commit in doubt. */
const BAD_GATEWAY = 502

/** A report was not recorded. The message is for users. */
export class ReportRefusal extends Error {}

/** The server may have recorded the report, but did not say so. */
export class NoAnswer extends ReportRefusal {}

/**
 * Uploads a report by XMLHttpRequest, because fetch has no upload progress. Throws a ReportRefusal, or the signal's
 * reason when cancelled.
 */
export async function sendReport(upload: Upload, { onProgress, onSent, signal }: Options): Promise<Sent> {
  const request = new XMLHttpRequest()
  const token = accessToken()
  request.open('PUT', urlOf(upload))
  request.setRequestHeader('Authorization', `Bearer ${token}`)
  request.setRequestHeader('Content-Type', 'application/octet-stream')
  request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total))
  request.upload.addEventListener('load', onSent)
  signal.addEventListener('abort', () => request.abort())
  await new Promise((resolve) => {
    request.addEventListener('loadend', resolve)
    request.send(upload.file)
  })
  signal.throwIfAborted()
  if (request.status === UNAUTHORIZED) endRefusedSession(token)
  return readAnswer(request, upload.file)
}

function urlOf({ projectId, run, description }: Upload): string {
  const query = new URLSearchParams({ run, description })
  return `${basePath}/api/test-runs/project/${encodeURIComponent(projectId)}/report?${query}`
}

function readAnswer({ status, responseText }: XMLHttpRequest, file: File): Sent {
  const body = parse(responseText)
  if ((status === 200 || status === 201) && body) return { answer: body as ReportAnswer, isRepeat: status === 200 }
  if (status === 0)
    throw new NoAnswer(
      'The connection to the server was lost before it answered. Trying again is safe: nothing is counted twice.',
    )
  const { message } = (body ?? {}) as { message?: string }
  if (message) throw status === BAD_GATEWAY ? new NoAnswer(message) : new ReportRefusal(message)
  if (status === TOO_LARGE)
    throw new ReportRefusal(`The file is too large for this server (${formatBytes(file.size)}).`)
  throw new NoAnswer(
    `The server could not take the report (status ${status}). Trying again is safe: nothing is counted twice.`,
  )
}

/** Null when the body is not JSON: a proxy may answer with an HTML page. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
