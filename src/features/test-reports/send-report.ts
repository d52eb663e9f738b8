import type { ReportAnswer } from '#shared/test-reports/test-report.ts'
import { formatBytes } from '#src/lib/format.ts'
import { type FileAnswer, sendFile } from '#src/lib/send-file.ts'

export type ReportFile = {
  projectId: string
  /** A run id, or a new key: the first report with that key starts the run. */
  run: string
  description: string
  file: File
}

type Options = { onProgress: (share: number) => void; onSent: () => void; signal: AbortSignal }

export type Sent = { answer: ReportAnswer; isRepeat: boolean }

const TOO_LARGE = 413
/** The server's own 502 is a commit in doubt. */
const BAD_GATEWAY = 502

/** A report was not recorded. The message is for users. */
export class ReportRefusal extends Error {}

/** The server may have recorded the report, but the answer was lost. */
export class NoAnswer extends ReportRefusal {}

/** Uploads a report. Throws a ReportRefusal, or the signal's reason when cancelled. */
export async function sendReport(upload: ReportFile, options: Options): Promise<Sent> {
  const { file } = upload
  return readAnswer(await sendFile({ method: 'PUT', path: pathOf(upload), file, ...options }), file)
}

function pathOf({ projectId, run, description }: ReportFile): string {
  const query = new URLSearchParams({ run, description })
  return `/test-runs/project/${encodeURIComponent(projectId)}/report?${query}`
}

function readAnswer({ status, body }: FileAnswer, file: File): Sent {
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
