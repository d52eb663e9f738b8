import { DomainError } from '#shared/errors.ts'
import { CHUNK_BYTES } from '../attachments/attachment-body.ts'
import { storeReported } from '../attachments/reported-attachments.ts'
import type { Db } from '../database/databases.ts'
import { newId } from '../database/new-id.ts'
import { type Earlier, findTarget, insertReceived, repeatEarlier, type Upload } from './received-report.ts'
import { removeParts } from './remove-parts.ts'
import { countParts, insertParts, type PackedPart } from './report-parts.repository.ts'

/** Parts to store in one transaction, and the length at which fewer are enough. */
const PARTS = 32
const LENGTH = 512 * 1024

/**
 * Stores the tests of a large report in short transactions. The last one accepts the report: from then on it will be
 * recorded, even after a crash. Leaves nothing behind when it throws or when the report was sent before.
 */
export async function acceptReport(upload: Upload, signal: AbortSignal): Promise<Earlier | { accepted: string }> {
  const { ctx, input } = upload
  const known = await findTarget(ctx.db, upload)
  if (!('project' in known)) {
    await ctx.write({ project: input.projectId }, async (db) => {
      const again = await findTarget(db, upload)
      if (!('project' in again)) await repeatEarlier(db, upload, again)
    })
    return known
  }
  const id = newId()
  try {
    await storeFiles(upload, id, signal)
    const last = await storeParts(upload, id, signal)
    const done = await ctx.write({ project: input.projectId }, (db) => accept(db, upload, id, last))
    if (!('accepted' in done)) await removeParts(ctx.write, id)
    return done
  } catch (error) {
    // After a lost connection the report may be accepted. The recorder removes its parts later if it is not.
    if (error instanceof DomainError || signal.aborted) await removeParts(ctx.write, id)
    throw error
  }
}

/** `last` are the parts that are not stored yet. */
async function accept(db: Db, upload: Upload, id: string, last: PackedPart[]): Promise<Earlier | { accepted: string }> {
  const target = await findTarget(db, upload)
  if (!('project' in target)) {
    await repeatEarlier(db, upload, target)
    return target
  }
  await insertParts(db, id, last)
  if ((await countParts(db, id)) !== last.at(-1)?.number) throw tooSlow()
  await insertReceived(db, upload, target, { id, isHidden: true })
  return { accepted: id }
}

/** Another server took the parts for those of a dead one. */
const tooSlow = () =>
  new DomainError('SERVICE_UNAVAILABLE', 'The report could not be stored in time. Send it again', {
    retryAfterSeconds: 10,
  })

/** Before the parts: another server takes parts that wait for long for those of a dead one. */
async function storeFiles({ ctx, input, report }: Upload, id: string, signal: AbortSignal): Promise<void> {
  const { ids, embedded } = report.files
  const files = Array.from(ids, (file) => ({ id: file, chunks: () => embedded.read(file, CHUNK_BYTES) }))
  await storeReported(ctx, { id, projectId: input.projectId }, files, signal)
}

/** Returns the last parts, which are stored when the report is accepted. */
async function storeParts({ ctx, report }: Upload, id: string, signal: AbortSignal): Promise<PackedPart[]> {
  let block: PackedPart[] = []
  let length = 0
  let number = 0
  for await (const part of report.parts()) {
    signal.throwIfAborted()
    if (block.length === PARTS || length > LENGTH) {
      const parts = block
      await ctx.write(null, (db) => insertParts(db, id, parts))
      block = []
      length = 0
    }
    number += 1
    const tests = part.toString('base64')
    block.push({ number, tests })
    length += tests.length
  }
  signal.throwIfAborted()
  return block
}
