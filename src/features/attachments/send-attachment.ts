import type { Attachment } from '#shared/attachments/attachment.ts'
import { formatBytes } from '#src/lib/format.ts'
import { sendFile } from '#src/lib/send-file.ts'
import type { AttachmentOwner } from './owner.ts'

const TOO_LARGE = 413

export class AttachmentRefusal extends Error {
  /** Whether the server was not reached: the same call may succeed later. */
  readonly isOffline: boolean
  readonly isTooLarge: boolean

  constructor(message: string, { isOffline = false, isTooLarge = false } = {}) {
    super(message)
    this.isOffline = isOffline
    this.isTooLarge = isTooLarge
  }
}

export type FileToSend = { entryId: string; owner: AttachmentOwner; name: string; file: File }

type Options = { onProgress: (share: number) => void; signal: AbortSignal }

/**
 * Attaches a file to its owner. The `entryId` is its Idempotency-Key, so a retry after a lost response attaches it
 * once. Throws an AttachmentRefusal, or the signal's reason when cancelled.
 */
export async function sendAttachment(upload: FileToSend, options: Options): Promise<Attachment> {
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
