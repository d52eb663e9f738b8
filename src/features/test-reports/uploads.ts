import { getQueryKey } from '@trpc/react-query'
import { useMemo } from 'react'
import { v7 as newId } from 'uuid'
import { TEXT_MAX } from '#shared/limits.ts'
import type { ReportAnswer } from '#shared/test-reports/test-report.ts'
import { formatBytes } from '#src/lib/format.ts'
import type { OutboxEntry } from '#src/lib/outbox/outbox-entry.ts'
import { Outbox } from '#src/lib/outbox/outbox.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { type FileAnswer, sendFile } from '#src/lib/send-file.ts'
import { useStore } from '#src/lib/store.ts'
import { trpc } from '#src/lib/trpc.ts'

type ReportFile = {
  projectId: string
  /** A run id, or a new key: the first report with that key starts the run. */
  run: string
  description: string
  file: File
}

type Options = { onProgress: (share: number) => void; onSent: () => void; signal: AbortSignal }

type Sent = { answer: ReportAnswer; isRepeat: boolean }

const TOO_LARGE = 413
/** The server's own 502 is a commit in doubt. */
const BAD_GATEWAY = 502

/** A report was not recorded. The message is for users. */
class ReportRefusal extends Error {}

/** The server may have recorded the report, but the answer was lost. */
class NoAnswer extends ReportRefusal {}

/** Uploads a report. Throws a ReportRefusal, or the signal's reason when cancelled. */
async function sendReport(upload: ReportFile, options: Options): Promise<Sent> {
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

export type UploadState =
  | { state: 'sending' }
  /** `share`: the sent part of the file, from 0 to 1. */
  | { state: 'uploading'; share: number }
  /** The file was sent and the server has not answered yet. */
  | { state: 'recording' }
  | ({ state: 'done' } & Sent)
  | { state: 'refused'; message: string }
  /** The answer was lost, so the report may or may not be recorded. */
  | { state: 'unknown'; message: string }
  | { state: 'cancelled' }

export type Upload = OutboxEntry & ReportFile & UploadState

/** The uploads of all projects, one by one. They continue when the user leaves the tab, and stay until cleared. */
const uploads = new Outbox<Upload>({
  keyOf: ({ entryId }) => entryId,
  batchOf: (ready) => ready.slice(0, 1),
  requestsMax: 1,
})

const UNDERWAY = new Set<Upload['state']>(['sending', 'uploading', 'recording'])

export const isUnderway = ({ state }: Upload) => UNDERWAY.has(state)

export function useUploads(projectId: string): Upload[] {
  const all = useStore(uploads.entries)
  return useMemo(() => [...all.values()].filter((upload) => upload.projectId === projectId), [all, projectId])
}

/** Uploads reports one by one into the given run, or into a new one described by the file names. */
export function uploadReports(projectId: string, files: File[], testRunId?: string): void {
  const run = testRunId ?? newRunKey()
  const description = files
    .map(({ name }) => name)
    .join(', ')
    .slice(0, TEXT_MAX)
  uploads.put(files.map((file) => ({ entryId: newId(), projectId, run, description, file, state: 'sending' })))
}

function newRunKey(): string {
  const [day, time] = new Date().toISOString().split(/[T.]/)
  return `upload ${day} ${time} ${newId().slice(-6)}`
}

/** Safe after a lost response: the server recognizes a recorded report. */
export const retryUpload = (upload: Upload): void => uploads.put([{ ...upload, state: 'sending' }])

export function cancelUpload(upload: Upload): void {
  setState(upload, { state: 'cancelled' })
  uploads.abort(upload.entryId)
}

export function clearUploads(projectId: string): void {
  const ended = uploads.all().filter((upload) => upload.projectId === projectId && !isUnderway(upload))
  uploads.update(ended, () => null)
}

const setState = (upload: Upload, state: UploadState) => uploads.update([upload], () => state)

async function send([upload]: Upload[], signal: AbortSignal): Promise<boolean> {
  if (!upload) return false
  setState(upload, { state: 'uploading', share: 0 })
  try {
    const sent = await sendReport(upload, {
      onProgress: (share) => setState(upload, { state: 'uploading', share }),
      onSent: () => setState(upload, { state: 'recording' }),
      signal,
    })
    setState(upload, { state: 'done', ...sent })
    await refreshProject()
    return true
  } catch (error) {
    const isLost = error instanceof NoAnswer
    if (!signal.aborted)
      setState(upload, { state: isLost ? 'unknown' : 'refused', message: (error as ReportRefusal).message })
    return !isLost && !signal.aborted
  }
}

uploads.start(send)

async function refreshProject(): Promise<void> {
  const parts = [trpc.testRuns, trpc.testResults, trpc.testCases, trpc.projects]
  await Promise.all(parts.map((part) => queryClient.invalidateQueries({ queryKey: getQueryKey(part) })))
}
