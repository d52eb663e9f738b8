import { DomainError } from '#shared/errors.ts'
import type { Services } from '../context.ts'
import { type AttachmentRow, findStoredAttachment, readChunk } from './attachments.repository.ts'
import { objectOf } from './bucket/bucket-upload.ts'

type Stored = Pick<AttachmentRow, 'id' | 'size' | 'pieces'>
type Needed = Pick<Services, 'db' | 'bucket' | 'log'>

/**
 * The bytes of an attachment, for callers who may see it. It may move to the bucket or to the database meanwhile, piece by
 * piece the same. Throws NOT_FOUND if it is deleted.
 */
export async function* chunksOfAttachment(services: Needed, { id, size, pieces }: Stored): AsyncGenerator<Buffer> {
  let isInBucket = pieces !== null
  let read = 0
  for (let piece = 0; read < size; piece += 1) {
    let bytes = await pieceOf(services, id, { piece, isInBucket })
    if (!bytes?.length) {
      isInBucket = await hasMoved(services, id, { piece, wasInBucket: isInBucket })
      bytes = await pieceOf(services, id, { piece, isInBucket })
    }
    if (!bytes?.length) throw missing(services, id, piece)
    read += bytes.length
    yield bytes
  }
}

type Place = { piece: number; isInBucket: boolean }

async function pieceOf(services: Needed, id: string, { piece, isInBucket }: Place): Promise<Buffer | undefined> {
  const { db, bucket, log } = services
  if (!isInBucket) return await readChunk(db, id, piece)
  if (bucket) return await bucket.get(objectOf(id, piece))
  log.error({ attachment: id }, 'an attachment is in a bucket, and neither ATTACHMENT_STORE nor its FORMER names one')
  throw new DomainError('SERVICE_UNAVAILABLE', 'This attachment is in a bucket that the server does not know')
}

/** Where the attachment is now. Throws if it is still where its bytes are missing. */
async function hasMoved(services: Needed, id: string, { piece, wasInBucket }: { piece: number; wasInBucket: boolean }) {
  const now = await findStoredAttachment(services.db, id)
  if (!now) throw notFound()
  const isInBucket = now.pieces !== null
  if (isInBucket === wasInBucket) throw wasInBucket ? missing(services, id, piece) : notFound()
  return isInBucket
}

function missing({ log }: Needed, id: string, piece: number): DomainError {
  log.error({ attachment: id, piece }, 'an object of an attachment is missing in the bucket')
  return new DomainError('SERVICE_UNAVAILABLE', 'The bytes of this attachment are missing. Tell your administrator')
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
