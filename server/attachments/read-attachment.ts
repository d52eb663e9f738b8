import { DomainError } from '#shared/errors.ts'
import type { Services } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { type AttachmentRow, findStoredAttachment, readChunk } from './attachments.repository.ts'
import { objectOf } from './bucket/bucket-upload.ts'

type Stored = Pick<AttachmentRow, 'id' | 'size' | 'pieces'>
type Needed = Pick<Services, 'db' | 'bucket' | 'log'>

/** The bytes of an attachment, for callers who may see it. Throws NOT_FOUND if it is deleted meanwhile. */
export function chunksOfAttachment(services: Needed, attachment: Stored): AsyncGenerator<Buffer> {
  return attachment.pieces === null ? fromDatabase(services.db, attachment) : fromBucket(services, attachment)
}

async function* fromDatabase(db: Db, { id, size }: Stored): AsyncGenerator<Buffer> {
  let read = 0
  for (let number = 0; read < size; number += 1) {
    const bytes = await readChunk(db, id, number)
    if (!bytes) throw notFound()
    read += bytes.length
    yield bytes
  }
}

async function* fromBucket({ db, bucket, log }: Needed, { id, size }: Stored): AsyncGenerator<Buffer> {
  if (!bucket) {
    log.error({ attachment: id }, 'an attachment is in a bucket, and neither ATTACHMENT_STORE nor its FORMER names one')
    throw new DomainError('SERVICE_UNAVAILABLE', 'This attachment is in a bucket that the server does not know')
  }
  let read = 0
  for (let piece = 0; read < size; piece += 1) {
    const bytes = await bucket.get(objectOf(id, piece))
    if (!bytes?.length) {
      if (!(await findStoredAttachment(db, id))) throw notFound()
      log.error({ attachment: id, piece }, 'an object of an attachment is missing in the bucket')
      throw new DomainError('SERVICE_UNAVAILABLE', 'The bytes of this attachment are missing. Tell your administrator')
    }
    read += bytes.length
    yield bytes
  }
}

const notFound = () => new DomainError('NOT_FOUND', 'Attachment not found')

/** Some of its bytes. */
export async function readPart(services: Needed, attachment: Stored, { from, count }: { from: number; count: number }) {
  const parts: Buffer[] = []
  let start = 0
  for await (const chunk of chunksOfAttachment(services, attachment)) {
    parts.push(chunk.subarray(Math.max(0, from - start), Math.max(0, from + count - start)))
    start += chunk.length
    if (start >= from + count) break
  }
  return Buffer.concat(parts)
}
