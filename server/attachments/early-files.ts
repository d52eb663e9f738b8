import type { AttachmentItem } from '#shared/attachments/attachment.ts'
import { notFound } from '#shared/errors.ts'
import type { Services } from '../context.ts'
import { newId } from '../database/new-id.ts'
import { describeReported, insertReported } from './arriving.repository.ts'
import { TypeFinder } from './attachment-type.ts'
import { deleteArriving, insertChunk } from './attachments.repository.ts'
import { uploadTo } from './bucket/bucket-upload.ts'
import { scanned } from './scan.ts'

/**
 * Stores a file that its sender uploads before the result it belongs to. What no result has taken within an hour is
 * removed. Its chunks arrive as fast as they are stored.
 */
export async function storeEarlyFile(
  services: Pick<Services, 'db' | 'write' | 'bucket' | 'config' | 'log'>,
  { projectId, name }: { projectId: string; name: string },
  chunks: AsyncIterable<Buffer>,
): Promise<AttachmentItem> {
  const { write } = services
  const id = newId()
  const finder = new TypeFinder()
  const insert = (pieces?: number) => write(null, (db) => insertReported(db, id, { id: null, projectId, name }, pieces))
  const upload = uploadTo(services.bucket, services, { id, insert, gone: () => notFound('Project') })
  let [size, number] = [0, 0]
  try {
    if (!upload) await insert()
    for await (const chunk of scanned(services, chunks)) {
      finder.add(chunk)
      const at = number
      if (upload) await upload.send(chunk)
      else await write(null, (db) => insertChunk(db, id, at, chunk))
      size += chunk.length
      number += 1
    }
    const type = finder.type()
    await write(null, (db) => describeReported(db, { id, type, size, pieces: upload?.pieces ?? null }))
    return { id, name, type, size }
  } catch (error) {
    await write(null, (db) => deleteArriving(db, id))
    throw error
  }
}
