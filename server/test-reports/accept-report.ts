import { DomainError } from '#shared/errors.ts'
import type { ReportAnswer } from '#shared/test-reports/test-report.ts'
import { CHUNK_BYTES } from '../attachments/attachment-body.ts'
import { deleteReported } from '../attachments/arriving.repository.ts'
import { storeReported } from '../attachments/reported-attachments.ts'
import type { Services } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { newId } from '../database/new-id.ts'
import { pack } from './parts.ts'
import { type Earlier, findTarget, insertReceived, repeatEarlier, type Target, type Upload } from './received-report.ts'
import { recordParts } from './record-step.ts'
import { countParts, deleteParts, insertParts, type PackedPart } from './report-parts.repository.ts'

/** Parts to store in one transaction, and the length at which fewer are enough. */
const PARTS = 32
const LENGTH = 512 * 1024

/** Parts to delete in one transaction. */
const BATCH = 50

/** Records a short report in the transaction that accepts it. */
export async function acceptShort(upload: Upload): Promise<Earlier | { recorded: ReportAnswer }> {
  const parts: string[] = []
  for await (const part of upload.report.parts()) parts.push(part)
  return await accept(upload, async (db, target) => {
    const { row, run } = await insertReceived(db, upload, target, { id: newId(), isHidden: false })
    const received = { actor: upload.ctx.actor, project: target.project, run, report: row }
    return { recorded: (await recordParts(db, received, parts)) as ReportAnswer }
  })
}

/**
 * Stores the parts of a report in short transactions. The last one accepts it: from then on it will be recorded, even
 * after a crash. Leaves nothing behind when it throws or when the report was sent before.
 */
export async function acceptLong(upload: Upload, signal: AbortSignal): Promise<Earlier | { accepted: string }> {
  const { ctx } = upload
  const id = newId()
  try {
    const isNew = 'project' in (await findTarget(ctx.db, upload))
    const last = isNew ? await store(upload, id, signal) : []
    const done = await accept(upload, async (db, target) => {
      await insertParts(db, id, last)
      if ((await countParts(db, id)) !== last.at(-1)?.number) throw tooSlow()
      await insertReceived(db, upload, target, { id, isHidden: true })
      return { accepted: id }
    })
    if (isNew && !('accepted' in done)) await removeParts(ctx.write, id)
    return done
  } catch (error) {
    // After a lost connection the report may be accepted. The recorder removes its parts later if it is not.
    if (error instanceof DomainError || signal.aborted) await removeParts(ctx.write, id)
    throw error
  }
}

async function accept<T>(upload: Upload, insert: (db: Db, target: Target) => Promise<T>): Promise<T | Earlier> {
  return await upload.ctx.write({ project: upload.input.projectId }, async (db) => {
    const target = await findTarget(db, upload)
    if ('project' in target) return await insert(db, target)
    await repeatEarlier(db, upload, target)
    return target
  })
}

/** Another server has removed the parts as orphans. */
const tooSlow = () =>
  new DomainError('SERVICE_UNAVAILABLE', 'The report could not be stored in time. Send it again', {
    retryAfterSeconds: 10,
  })

/** Stores the files of a report and its parts, except the last ones: they are stored when it is accepted. */
async function store({ ctx, input, report }: Upload, id: string, signal: AbortSignal): Promise<PackedPart[]> {
  const { ids, embedded } = report.files
  const files = Array.from(ids, (file) => ({ id: file, chunks: () => embedded.read(file, CHUNK_BYTES) }))
  // Before the parts: other servers treat parts that wait too long as orphans.
  await storeReported(ctx, { id, projectId: input.projectId }, files, signal)
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
    const tests = (await pack(part)).toString('base64')
    block.push({ number, tests })
    length += tests.length
  }
  signal.throwIfAborted()
  return block
}

export async function removeParts(write: Services['write'], reportId: string): Promise<void> {
  while (await write(null, (db) => deleteParts(db, reportId, BATCH)));
  while (await write(null, (db) => deleteReported(db, reportId)));
}
