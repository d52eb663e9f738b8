import { useMemo } from 'react'
import { v7 as newId } from 'uuid'
import type { Attachment, AttachmentItem } from '#shared/attachments/attachment.ts'
import { formatBytes } from '#src/lib/format.ts'
import { isUnsent, type OutboxEntry } from '#src/lib/outbox/outbox-entry.ts'
import { Outbox } from '#src/lib/outbox/outbox.ts'
import { sendFile } from '#src/lib/send-file.ts'
import { useStore } from '#src/lib/store.ts'
import { say, toastError } from '#src/lib/toast.ts'
import type { AttachmentOwner } from './owner.ts'

const TOO_LARGE = 413

class AttachmentRefusal extends Error {
  /** Whether the server was not reached: the same call may succeed later. */
  readonly isOffline: boolean
  readonly isTooLarge: boolean

  constructor(message: string, { isOffline = false, isTooLarge = false } = {}) {
    super(message)
    this.isOffline = isOffline
    this.isTooLarge = isTooLarge
  }
}

type FileToSend = { entryId: string; owner: AttachmentOwner; name: string; file: File }

type Options = { onProgress: (share: number) => void; signal: AbortSignal }

/**
 * Attaches a file to its owner. The `entryId` is its Idempotency-Key, so a retry after a lost response attaches it
 * once. Throws an AttachmentRefusal, or the signal's reason when cancelled.
 */
async function sendAttachment(upload: FileToSend, options: Options): Promise<Attachment> {
  const { entryId, owner, name, file } = upload
  const path = `${owner.path}?${new URLSearchParams({ name })}`
  const headers = { 'Idempotency-Key': entryId }
  const { status, body } = await sendFile({ method: 'POST', path, file, headers, ...options })
  if (status === 201 && body) return body as Attachment
  if (status === 0)
    throw new AttachmentRefusal('The server was not reached. The file is kept here until it is', { isOffline: true })
  const { message } = (body ?? {}) as { message?: string }
  if (status === TOO_LARGE)
    throw new AttachmentRefusal(message ?? `The file is too large for this server (${formatBytes(file.size)})`, {
      isTooLarge: true,
    })
  throw new AttachmentRefusal(message ?? `The server could not take the file (status ${status})`)
}

/** A file that its owner does not list yet. */
export type AttachmentUpload = OutboxEntry &
  FileToSend & {
    state: 'sending' | 'waiting' | 'refused'
    /** The sent part of the file, from 0 to 1. */
    share: number
    /** Why the file is not attached, unless it is being sent. */
    message?: string
    /** Called once, when the owner lists the file; never for a discarded one. */
    onAttached?: ((item: AttachmentItem) => void) | undefined
  }

/**
 * Uploads to results and cases. They continue while the user goes elsewhere in the app. An owner lists its files in order
 * of arrival, so they are sent one by one.
 */
const uploads = new Outbox<AttachmentUpload>({
  keyOf: ({ entryId }) => entryId,
  batchOf: (ready, sending) =>
    ready.filter(({ owner }) => sending.every((other) => other.owner.id !== owner.id)).slice(0, 1),
  // More would only share the same bandwidth.
  requestsMax: 3,
})

export const allUploads = uploads.all

export function useUploadsTo({ id }: AttachmentOwner): AttachmentUpload[] {
  const all = useStore(uploads.entries)
  return useMemo(() => [...all.values()].filter(({ owner }) => owner.id === id), [all, id])
}

/** The size and the message of the smallest refused file. Larger files are refused without sending them. */
let tooLarge: { size: number; message: string } | null = null

export type NewFile = Pick<AttachmentUpload, 'file' | 'name' | 'onAttached'>

export function attachFiles(owner: AttachmentOwner, files: readonly NewFile[]): void {
  const added = files.map((given): AttachmentUpload => {
    const refused = tooLarge && given.file.size >= tooLarge.size ? tooLarge : null
    const state = refused ? ({ state: 'refused', message: refused.message } as const) : ({ state: 'sending' } as const)
    return { entryId: newId(), owner, ...given, share: 0, ...state }
  })
  uploads.put(added)
  for (const { name, message } of added) if (message) toastRefused(name, message)
}

/** Retries a failed upload under its Idempotency-Key. */
export const retryUpload = (upload: AttachmentUpload): void => uploads.put([{ ...upload, state: 'sending', share: 0 }])

/** Discards a file. If it is being sent, it is not attached. */
export function discardUpload({ entryId }: AttachmentUpload): void {
  uploads.remove(entryId)
  uploads.abort(entryId)
}

async function send([upload]: AttachmentUpload[], signal: AbortSignal): Promise<boolean> {
  if (!upload) return false
  const setState = (state: Partial<AttachmentUpload>) => uploads.update([upload], () => state)
  try {
    const { id, name, type, size } = await sendAttachment(upload, {
      // A file that waits keeps its message until then, to be announced only once.
      onProgress: (share) => setState({ state: 'sending', share }),
      signal,
    })
    const item = { id, name, type, size }
    uploads.update([upload], () => null)
    upload.owner.show((items) => (items.some((other) => other.id === id) ? [...items] : [...items, item]))
    say(`Attached ${name}`)
    upload.onAttached?.(item)
    return true
  } catch (error) {
    if (signal.aborted) return false
    const { message } = error as Error
    if (error instanceof AttachmentRefusal && error.isOffline) {
      // The later files of the owner wait for this one.
      const unsent = allUploads().filter((other) => other.owner.id === upload.owner.id && isUnsent(other))
      uploads.update(unsent, () => ({ state: 'waiting', message }))
      return false
    }
    const { size } = upload.file
    if (error instanceof AttachmentRefusal && error.isTooLarge && (!tooLarge || size < tooLarge.size))
      tooLarge = { size, message }
    setState({ state: 'refused', message })
    toastRefused(upload.name, message)
    return true
  }
}

uploads.start(send)

const toastRefused = (name: string, message: string) => toastError(`${name} was not attached: ${message}`)

// Files cannot be stored beyond the page: leaving it would lose them.
window.addEventListener('beforeunload', (event) => {
  if (allUploads().length > 0) event.preventDefault()
})
