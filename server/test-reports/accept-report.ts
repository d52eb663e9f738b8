import { v7 as uuidv7 } from 'uuid'
import {
  type Earlier,
  findTarget,
  insertReceived,
  stillRecording,
  repeatEarlier,
  type Upload,
} from './received-report.ts'
import { withLimitedExecutions } from './report-limits.ts'
import { removeParts } from './remove-parts.ts'
import { countParts, insertParts, pack, type PackedPart } from './report-parts.repository.ts'

/** Tests of a part: a few milliseconds of recording. */
const PART_TESTS = 100

/** Packed characters to store in one transaction. */
const BLOCK = 256 * 1024

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
  const id = uuidv7()
  let isAccepted = false
  try {
    const parts = await storeParts(upload, id, signal)
    return await ctx.write({ project: input.projectId }, async (db) => {
      const target = await findTarget(db, upload)
      if (!('project' in target)) {
        await repeatEarlier(db, upload, target)
        return target
      }
      if ((await countParts(db, id)) !== parts) throw stillRecording()
      await insertReceived(db, upload, target, { id, isHidden: true })
      isAccepted = true
      return { accepted: id }
    })
  } finally {
    if (!isAccepted) await removeParts(ctx.write, id)
  }
}

/** Returns the number of parts. */
async function storeParts({ ctx, report }: Upload, id: string, signal: AbortSignal): Promise<number> {
  let number = 0
  let block: PackedPart[] = []
  let size = 0
  const flush = async () => {
    const parts = block
    ;[block, size] = [[], 0]
    await ctx.write(null, (db) => insertParts(db, id, parts))
  }
  for await (const tests of withLimitedExecutions(report.tests(PART_TESTS))) {
    signal.throwIfAborted()
    number += 1
    const part = await pack({ number, tests })
    block.push(part)
    size += part.tests.length
    if (size >= BLOCK) await flush()
  }
  signal.throwIfAborted()
  await flush()
  return number
}
