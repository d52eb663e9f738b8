import { v7 as newId } from 'uuid'
import type { AttachmentItem } from '#shared/attachments/attachment.ts'
import { accessToken, onSessionChange } from '#src/lib/session.ts'
import { say, toastError } from '#src/lib/toast.ts'
import type { AttachmentOwner } from './owner.ts'
import { AttachmentRefusal, sendAttachment } from './send-attachment.ts'
import { allUploads, type AttachmentUpload, removeUpload, setUploads, setUploadState } from './upload-store.ts'

const RETRY_MS = 4_000

/** More parallel uploads would only share the same bandwidth. */
const AT_ONCE = 3

const sending = new Map<string, { id: string; abort: AbortController }>()

/** The size and the message of the smallest refused file. Larger files are refused without sending them. */
let tooLarge: { size: number; message: string } | null = null

/** `onAttached` is called when the owner lists the file, never for a discarded one. */
export type NewFile = { file: File; name: string; onAttached?: (item: AttachmentItem) => void }

/**
 * Attaches files to a result or a case. Files of one owner are sent one by one, because it lists them in order of
 * arrival; up to three owners in parallel.
 */
export function attachFiles(owner: AttachmentOwner, files: readonly NewFile[]): void {
  const added = files.map((given): AttachmentUpload => ({
    id: newId(),
    owner,
    ...given,
    state: firstState(given.file),
  }))
  setUploads([...allUploads(), ...added])
  for (const { name, state } of added) if (state.phase === 'failed') toastRefused(name, state.message)
  sendNext()
}

const firstState = ({ size }: File): AttachmentUpload['state'] =>
  tooLarge && size >= tooLarge.size
    ? { phase: 'failed', message: tooLarge.message, isOffline: false }
    : { phase: 'waiting' }

/** Retries a failed upload under its Idempotency-Key. */
export function retryUpload(id: string): void {
  setUploadState(id, { phase: 'waiting' })
  sendNext()
}

/** Discards a file. If it is being sent, it is not attached. */
export function discardUpload(id: string): void {
  removeUpload(id)
  for (const sent of sending.values()) if (sent.id === id) sent.abort.abort()
}

/** Starts waiting uploads, and while the server can be reached, those that failed offline. */
function sendNext(isOnline = false): void {
  for (const upload of allUploads()) {
    const isDue = upload.state.phase === 'waiting' || (isOnline && isKept(upload))
    if (isDue && sending.size < AT_ONCE && !sending.has(upload.owner.id)) void send(upload)
  }
}

const isKept = ({ state }: AttachmentUpload) => state.phase === 'failed' && state.isOffline

async function send(upload: AttachmentUpload): Promise<void> {
  const abort = new AbortController()
  const ownerId = upload.owner.id
  sending.set(ownerId, { id: upload.id, abort })
  const isReached = await attach(upload, abort.signal)
  sending.delete(ownerId)
  if (!isReached && !abort.signal.aborted) setTimeout(() => sendNext(true), RETRY_MS)
  sendNext(isReached)
}

/** Returns whether the server answered. Until then a retried file keeps its state, to be announced only once. */
async function attach(upload: AttachmentUpload, signal: AbortSignal): Promise<boolean> {
  if (!isKept(upload)) setUploadState(upload.id, { phase: 'uploading', share: 0 })
  try {
    const { id, name, type, size } = await sendAttachment(upload, {
      onProgress: (share) => setUploadState(upload.id, { phase: 'uploading', share }),
      signal,
    })
    const item = { id, name, type, size }
    removeUpload(upload.id)
    upload.owner.show((items) => (items.some((other) => other.id === id) ? [...items] : [...items, item]))
    say(`Attached ${name}`)
    upload.onAttached?.(item)
    return true
  } catch (error) {
    if (signal.aborted) return false
    const { message } = error as Error
    const { isOffline, isTooLarge } =
      error instanceof AttachmentRefusal ? error : { isOffline: false, isTooLarge: false }
    const { size } = upload.file
    if (isTooLarge && (!tooLarge || size < tooLarge.size)) tooLarge = { size, message }
    setUploadState(upload.id, { phase: 'failed', message, isOffline })
    if (!isOffline) toastRefused(upload.name, message)
    return !isOffline
  }
}

const toastRefused = (name: string, message: string) => toastError(`${name} was not attached: ${message}`)

window.addEventListener('online', () => sendNext(true))

// Files cannot be stored beyond the page: leaving it would lose them.
window.addEventListener('beforeunload', (event) => {
  if (allUploads().length > 0) event.preventDefault()
})

// Uploads end with the session: the next user must neither see nor send them.
onSessionChange(() => {
  if (accessToken() !== null) return
  setUploads([])
  for (const { abort } of sending.values()) abort.abort()
})
