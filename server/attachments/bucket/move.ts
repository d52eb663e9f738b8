import type { Services } from '../../context.ts'
import type { Db } from '../../database/databases.ts'
import { MINUTE_MS, timeIn } from '../../times.ts'
import { readChunk } from '../attachments.repository.ts'
import type { Bucket } from './bucket.ts'
import { objectOf } from './bucket-upload.ts'
import {
  countChunks,
  deleteSomeChunks,
  isKeptIn,
  keepChunks,
  keepObjects,
  type Kept,
  listKeptAfter,
  listLeftChunks,
  type Place,
  putChunk,
  queueObjects,
} from './move.repository.ts'

const FILES_AT_ONCE = 4
/** How long objects that are not completed stay. */
const WAIT_MINUTES = 75
/** Nothing that is due earlier is touched: a server whose clock is ahead may be deleting it. */
const MARGIN_MINUTES = 10
/** Readers have come to the database by then. */
const READERS_MINUTES = 15

const afterMinutes = (minutes: number) => timeIn(minutes * MINUTE_MS)

type Needed = Pick<Services, 'db' | 'write'> & { bucket: Bucket }
export type Moved = { files: number; bytes: number; skipped: number }

/** Where the attachments are that belong to where new ones go. */
export const otherPlace = ({ takesNew }: Bucket): Place => (takesNew ? 'database' : 'bucket')

/**
 * Moves attachments to where new ones go, in short writes, beside running servers. One that is killed goes on where it
 * was. Those that are deleted meanwhile, or are not whole, are skipped. Throws why the bucket or the database failed.
 */
export async function moveAttachments(services: Needed, tell: (moved: Moved) => void): Promise<Moved> {
  const { db, bucket } = services
  const from = otherPlace(bucket)
  const moveOne = from === 'database' ? moveToBucket : moveToDatabase
  const moved: Moved = { files: 0, bytes: 0, skipped: 0 }
  if (from === 'database') for (const id of await listLeftChunks(db)) await deleteChunks(services, id)
  for (let last = ''; ;) {
    const some = await listKeptAfter(db, from, last)
    if (some.length === 0) return moved
    last = some.at(-1)?.id ?? ''
    const work = async () => {
      for (let file = some.shift(); file; file = some.shift()) {
        if (await moveOne(services, file)) {
          moved.files += 1
          moved.bytes += file.size
        } else moved.skipped += 1
        tell(moved)
      }
    }
    const ends = await Promise.allSettled(Array.from({ length: FILES_AT_ONCE }, work))
    // The others have ended, too: otherwise the next move would miss the files that they are moving.
    for (const end of ends) if (end.status === 'rejected') throw end.reason
  }
}

async function moveToBucket(services: Needed, { id, size }: Kept): Promise<boolean> {
  const { db, write, bucket } = services
  const objects = { attachment_id: id, pieces: await countChunks(db, id) }
  const isQueued = await write(null, async (trx) => {
    const due = { at: afterMinutes(WAIT_MINUTES), notBefore: afterMinutes(MARGIN_MINUTES) }
    return (await isKeptIn(trx, 'database', id)) && (await queueObjects(trx, objects, due))
  })
  if (!isQueued) return false
  let sent = 0
  for (let piece = 0; piece < objects.pieces; piece += 1) {
    const bytes = await readChunk(db, id, piece)
    if (!bytes) return false
    await bucket.put(objectOf(id, piece), bytes)
    sent += bytes.length
  }
  if (sent !== size) return false
  const isMoved = await write(null, (trx) => keepObjects(trx, objects, afterMinutes(MARGIN_MINUTES)))
  if (isMoved) await deleteChunks(services, id)
  return isMoved
}

async function deleteChunks({ write }: Needed, id: string): Promise<void> {
  while (await write(null, (trx) => deleteSomeChunks(trx, id)));
}

async function moveToDatabase({ write, bucket }: Needed, { id, size, pieces }: Kept): Promise<boolean> {
  const whileThere = async (work: (trx: Db) => Promise<void>) =>
    await write(null, async (trx) => {
      if (!(await isKeptIn(trx, 'bucket', id))) return false
      await work(trx)
      return true
    })
  let got = 0
  for (let piece = 0; piece < (pieces ?? 0); piece += 1) {
    const bytes = await bucket.get(objectOf(id, piece))
    if (!bytes || !(await whileThere((trx) => putChunk(trx, id, piece, bytes)))) return false
    got += bytes.length
  }
  if (got !== size) return false
  return await whileThere(async (trx) => {
    await keepChunks(trx, id)
    const due = afterMinutes(READERS_MINUTES)
    await queueObjects(trx, { attachment_id: id, pieces: pieces ?? 0 }, { at: due, notBefore: '' })
  })
}
