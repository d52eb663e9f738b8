import type { QueryClient } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { v7 as newId } from 'uuid'
import { TEXT_MAX } from '#shared/fields.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { accessToken, onSessionChange } from '#src/lib/session.ts'
import { trpc } from '#src/lib/trpc.ts'
import { NoAnswer, type ReportRefusal, sendReport } from './send-report.ts'
import { allUploads, isUnderway, setUploads, setUploadState, type Upload } from './upload-store.ts'

let current: { id: string; abort: AbortController } | null = null

/** Uploads reports one by one into the given run, or into a new one described by the file names. */
export function uploadReports(projectId: string, files: File[], testRunId?: string): void {
  const run = testRunId ?? newRunKey()
  const description = files
    .map(({ name }) => name)
    .join(', ')
    .slice(0, TEXT_MAX)
  const added = files.map((file): Upload => ({
    id: newId(),
    projectId,
    run,
    description,
    file,
    state: { phase: 'waiting' },
  }))
  setUploads([...allUploads(), ...added])
  void sendNext()
}

/** A unique and readable key for a new run. */
function newRunKey(): string {
  const [day, time] = new Date().toISOString().split(/[T.]/)
  return `upload ${day} ${time} ${newId().slice(-6)}`
}

/** Safe after a lost response: the server recognizes a recorded report. */
export function retryUpload(id: string): void {
  setUploadState(id, { phase: 'waiting' })
  void sendNext()
}

export function cancelUpload(id: string): void {
  setUploadState(id, { phase: 'cancelled' })
  if (current?.id === id) current.abort.abort()
}

export function clearUploads(projectId: string): void {
  setUploads(allUploads().filter((upload) => upload.projectId !== projectId || isUnderway(upload)))
}

async function sendNext(): Promise<void> {
  const next = allUploads().find(({ state }) => state.phase === 'waiting')
  if (current || !next) return
  current = { id: next.id, abort: new AbortController() }
  await send(next, current.abort.signal)
  current = null
  void sendNext()
}

async function send(upload: Upload, signal: AbortSignal): Promise<void> {
  setUploadState(upload.id, { phase: 'uploading', share: 0 })
  try {
    const sent = await sendReport(upload, {
      onProgress: (share) => setUploadState(upload.id, { phase: 'uploading', share }),
      onSent: () => setUploadState(upload.id, { phase: 'recording' }),
      signal,
    })
    setUploadState(upload.id, { phase: 'done', ...sent })
    await refreshProject(queryClient)
  } catch (error) {
    if (signal.aborted) return
    const phase = error instanceof NoAnswer ? 'unknown' : 'failed'
    setUploadState(upload.id, { phase, message: (error as ReportRefusal).message })
  }
}

async function refreshProject(client: QueryClient): Promise<void> {
  const parts = [trpc.testRuns, trpc.testResults, trpc.testCases, trpc.projects]
  await Promise.all(parts.map((part) => client.invalidateQueries({ queryKey: getQueryKey(part) })))
}

// Uploads end with the session: the next user must neither see nor send them.
onSessionChange(() => {
  if (accessToken() !== null) return
  current?.abort.abort()
  setUploads([])
})
