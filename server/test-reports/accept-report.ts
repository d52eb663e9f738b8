import { DomainError } from '#shared/errors.ts'
import type { Db } from '../database/databases.ts'
import { newId } from '../database/new-id.ts'
import { type Earlier, findTarget, insertReceived, repeatEarlier, type Upload } from './received-report.ts'
import { isShort, type Size } from './record-at-once.ts'
import { removeParts } from './remove-parts.ts'
import { countParts, insertParts, pack, type PackedPart } from './report-parts.repository.ts'
import type { Line } from './spool.ts'

/** Parts to store in one transaction. */
const BLOCK = 8

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
    const parts = await storeParts(upload, id, signal)
    const done = await ctx.write({ project: input.projectId }, (db) => accept(db, upload, id, parts))
    if (!('accepted' in done)) await removeParts(ctx.write, id)
    return done
  } catch (error) {
    // After a lost connection the report may be accepted. The recorder removes its parts later if it is not.
    if (error instanceof DomainError || signal.aborted) await removeParts(ctx.write, id)
    throw error
  }
}

async function accept(db: Db, upload: Upload, id: string, parts: number): Promise<Earlier | { accepted: string }> {
  const target = await findTarget(db, upload)
  if (!('project' in target)) {
    await repeatEarlier(db, upload, target)
    return target
  }
  if ((await countParts(db, id)) !== parts) throw tooSlow()
  await insertReceived(db, upload, target, { id, isHidden: true })
  return { accepted: id }
}

/** Another server took the parts for those of a dead one. */
const tooSlow = () =>
  new DomainError('SERVICE_UNAVAILABLE', 'The report could not be stored in time. Send it again', {
    retryAfterSeconds: 10,
  })

/** Returns the number of parts. */
async function storeParts({ ctx, report }: Upload, id: string, signal: AbortSignal): Promise<number> {
  let number = 0
  let block: Promise<PackedPart>[] = []
  const flush = async () => {
    const parts = await Promise.all(block)
    block = []
    signal.throwIfAborted()
    await ctx.write(null, (db) => insertParts(db, id, parts))
  }
  for await (const lines of partsOf(report.lines())) {
    number += 1
    block.push(pack(number, lines))
    if (block.length === BLOCK) await flush()
  }
  if (block.length > 0) await flush()
  return number
}

/** Tests as JSON, in parts small enough to be recorded in one short transaction. */
async function* partsOf(tests: AsyncIterable<Line>): AsyncGenerator<string[]> {
  let lines: string[] = []
  let size: Size = { executions: 0, bytes: 0 }
  for await (const { json, executions } of tests) {
    const next = { executions: size.executions + executions, bytes: size.bytes + json.length }
    if (lines.length === 0 || isShort(next)) {
      lines.push(json)
      size = next
    } else {
      yield lines
      lines = [json]
      size = { executions, bytes: json.length }
    }
  }
  if (lines.length > 0) yield lines
}
