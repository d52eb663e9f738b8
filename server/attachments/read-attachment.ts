import { DomainError } from '#shared/errors.ts'
import type { Db } from '../database/databases.ts'
import { type AttachmentRow, readChunk } from './attachments.repository.ts'

type Stored = Pick<AttachmentRow, 'id' | 'size'>

/** The bytes of an attachment, for callers who may see it. Throws NOT_FOUND if it is deleted meanwhile. */
export async function* chunksOfAttachment(db: Db, { id, size }: Stored): AsyncGenerator<Buffer> {
  let read = 0
  for (let number = 0; read < size; number += 1) {
    const bytes = await readChunk(db, id, number)
    if (!bytes) throw new DomainError('NOT_FOUND', 'Attachment not found')
    read += bytes.length
    yield bytes
  }
}

/** Some of its bytes. */
export async function readPart(db: Db, attachment: Stored, { from, count }: { from: number; count: number }) {
  const parts: Buffer[] = []
  let start = 0
  for await (const chunk of chunksOfAttachment(db, attachment)) {
    parts.push(chunk.subarray(Math.max(0, from - start), Math.max(0, from + count - start)))
    start += chunk.length
    if (start >= from + count) break
  }
  return Buffer.concat(parts)
}
