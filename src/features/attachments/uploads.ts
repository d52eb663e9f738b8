import { v7 as newId } from 'uuid'
import type { AttachmentItem } from '#shared/attachments/attachment.ts'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { accessToken, onSessionChange } from '#src/lib/session.ts'
import { say, toastError } from '#src/lib/toast.ts'
import { knownResults, showResults } from '../test-results/store/run-changes.ts'
import { AttachmentRefusal, sendAttachment } from './send-attachment.ts'
import { allUploads, type AttachmentUpload, removeUpload, setUploads, setUploadState } from './upload-store.ts'

/** How often a file is sent again while the server cannot be reached. */
const RETRY_MS = 4_000

let current: { id: string; abort: AbortController } | null = null

/** Attaches files to a result, one after another. */
export function attachFiles({ id: resultId, testRunId }: TestResult, files: { file: File; name: string }[]): void {
  const added = files.map(({ file, name }): AttachmentUpload => ({
    id: newId(),
    testRunId,
    resultId,
    name,
    file,
    state: { phase: 'waiting' },
  }))
  setUploads([...allUploads(), ...added])
  void sendNext()
}

export function retryUpload(id: string): void {
  setUploadState(id, { phase: 'waiting' })
  void sendNext()
}

/** Forgets a file; if it is being sent, it is not attached. */
export function discardUpload(id: string): void {
  removeUpload(id)
  if (current?.id === id) current.abort.abort()
}

/** Sends the next file that waits; else, while the server can be reached, one that could not be sent before. */
async function sendNext(isOnline = false): Promise<void> {
  const next =
    allUploads().find(({ state }) => state.phase === 'waiting') ?? (isOnline ? allUploads().find(isKept) : undefined)
  if (current || !next) return
  current = { id: next.id, abort: new AbortController() }
  const isReached = await send(next, current.abort.signal)
  current = null
  void sendNext(isReached)
}

const isKept = ({ state }: AttachmentUpload) => state.phase === 'failed' && state.isOffline

/** Returns whether the server answered. A kept file stays as it is until then: its reason is read out once. */
async function send(upload: AttachmentUpload, signal: AbortSignal): Promise<boolean> {
  if (!isKept(upload)) setUploadState(upload.id, { phase: 'uploading', share: 0 })
  try {
    const { id, name, type, size } = await sendAttachment(upload, {
      onProgress: (share) => setUploadState(upload.id, { phase: 'uploading', share }),
      signal,
    })
    removeUpload(upload.id)
    showAttachments(upload, (items) => [...items.filter((item) => item.id !== id), { id, name, type, size }])
    say(`Attached ${name}`)
    return true
  } catch (error) {
    if (signal.aborted) return false
    const { message } = error as Error
    const isOffline = error instanceof AttachmentRefusal && error.isOffline
    setUploadState(upload.id, { phase: 'failed', message, isOffline })
    if (isOffline) setTimeout(() => void sendNext(true), RETRY_MS)
    else toastError(`${upload.name} was not attached: ${message}`)
    return !isOffline
  }
}

type OfResult = Pick<AttachmentUpload, 'testRunId' | 'resultId'>

/** Shows other attachments of a result at once. The live stream brings them too. */
export function showAttachments(
  { testRunId, resultId }: OfResult,
  change: (items: AttachmentItem[]) => AttachmentItem[],
): void {
  const result = knownResults(queryClient, testRunId, new Set([resultId])).get(resultId)
  if (result) showResults(queryClient, testRunId, [{ ...result, attachments: change(result.attachments) }])
}

window.addEventListener('online', () => void sendNext(true))

// Files cannot be kept beyond the page: leaving it would lose them.
window.addEventListener('beforeunload', (event) => {
  if (allUploads().length > 0) event.preventDefault()
})

// Uploads end with the session: the next user must neither see nor send them.
onSessionChange(() => {
  if (accessToken() !== null) return
  current?.abort.abort()
  setUploads([])
})
