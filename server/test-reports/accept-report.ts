import { DomainError } from '#shared/errors.ts'
import type { ReportAnswer } from '#shared/test-reports/test-report.ts'
import { CHUNK_BYTES } from '../attachments/attachment-body.ts'
import { deleteReported } from '../attachments/arriving.repository.ts'
import { storeReported } from '../attachments/reported-attachments.ts'
import type { Services } from '../context.ts'
import { newId } from '../database/new-id.ts'
import type { Part } from './parts.ts'
import { type Earlier, findTarget, insertReceived, repeatEarlier, type Upload } from './received-report.ts'
import { recordStep } from './record-step.ts'
import { countParts, deleteParts, insertParts, type PackedPart } from './report-parts.repository.ts'

/** `isNew` is false when the same bytes were sent in this run before. */
type Accepted = Earlier & { isNew: boolean }

/** Parts to store in one transaction, and the length at which fewer are enough. */
const PARTS = 32
const LENGTH = 512 * 1024

/** Parts to delete in one transaction. */
const BATCH = 50

/**
 * Accepts a report: from then on it will be recorded, even after a crash. Its parts are stored in short transactions, and
 * the last one accepts it. A short report stores none: the transaction that accepts it also records it. Leaves nothing
 * behind when it throws or when the report was sent before.
 */
export async function acceptReport(upload: Upload, signal: AbortSignal): Promise<Accepted> {
  const { ctx, report } = upload
  const id = newId()
  const parts: Part[] = []
  if (report.isShort) for await (const part of report.parts()) parts.push(part)
  try {
    const last = report.isShort ? [] : await store(upload, id, signal)
    const accepted = await ctx.write({ project: upload.input.projectId }, async (db): Promise<Accepted> => {
      const target = await findTarget(db, upload)
      if (!('project' in target)) {
        await repeatEarlier(db, upload, target)
        return { ...target, isNew: false }
      }
      const row = await insertReceived(db, upload, target, id)
      if (report.isShort) {
        const answer = await recordStep(db, { ...row, project_id: target.project.id }, parts, () => false, ctx.actor)
        return { answer: answer as ReportAnswer, isNew: true }
      }
      await insertParts(db, id, last)
      if ((await countParts(db, id)) !== last.at(-1)?.number) throw tooSlow()
      return { unfinished: id, isNew: true }
    })
    if (!accepted.isNew) await removeParts(ctx.write, id)
    return accepted
  } catch (error) {
    // After a lost connection the report may be accepted. The recorder removes its parts later if it is not.
    const isRefused = error instanceof DomainError && error.code !== 'BAD_GATEWAY'
    if (isRefused || signal.aborted) await removeParts(ctx.write, id)
    throw error
  }
}

/** Another server has removed the parts as abandoned. */
const tooSlow = () =>
  new DomainError('SERVICE_UNAVAILABLE', 'The report could not be stored in time. Send it again', {
    retryAfterSeconds: 10,
  })

/**
 * Stores the files of a report and its parts, except the last ones: they are stored when it is accepted. Stores nothing of
 * one that was sent before.
 */
async function store(upload: Upload, id: string, signal: AbortSignal): Promise<PackedPart[]> {
  const { ctx, input, report } = upload
  if (!('project' in (await findTarget(ctx.db, upload)))) return []
  const { files } = report
  const attached = Array.from(files.ids, (file) => ({ id: file, chunks: () => files.read(file, CHUNK_BYTES) }))
  // Before the parts: other servers remove parts that wait too long.
  await storeReported(ctx, { id, projectId: input.projectId }, attached, signal)
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

export async function removeParts(write: Services['write'], reportId: string): Promise<void> {
  while (await write(null, (db) => deleteParts(db, reportId, BATCH)));
  while (await write(null, (db) => deleteReported(db, reportId)));
}
