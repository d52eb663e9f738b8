import { ATTACHMENTS_MAX } from '#shared/attachments/attachment.ts'
import { notFound } from '#shared/errors.ts'
import type { Services } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { listAttachments, setAttachmentsOf } from '../test-results/attachment-lists.repository.ts'
import { CHUNK_BYTES } from './attachment-body.ts'
import { TypeFinder } from './attachment-type.ts'
import { insertChunk, isArriving } from './attachments.repository.ts'
import { describeReported, insertReported, listReported, setTaken } from './arriving.repository.ts'
import { uploadTo } from './bucket/bucket-upload.ts'
import { scanned } from './scan.ts'

/* Files in a report are stored first. Each result takes its own when it is recorded. */

type Work = (db: Db) => Promise<void>

/** The maximum number of writes per transaction, besides the limit on their bytes. */
const WORK_MAX = 100

/** Stores the files of a report in short transactions. Reads do not show them until results take them. */
export async function storeReported(
  services: Pick<Services, 'db' | 'write' | 'bucket' | 'config' | 'log'>,
  report: { id: string; projectId: string },
  files: { id: string; chunks: () => AsyncIterable<Buffer> }[],
  signal: AbortSignal,
): Promise<void> {
  const { write } = services
  let waiting: Work[] = []
  let length = 0
  const flush = async () => {
    const work = waiting
    waiting = []
    length = 0
    if (work.length > 0)
      await write(null, async (db) => {
        for (const step of work) await step(db)
      })
  }
  for (const { id, chunks } of files) {
    signal.throwIfAborted()
    const insert = (pieces: number | null) => waiting.push((db) => insertReported(db, id, report, pieces))
    const upload = uploadTo(services.bucket, services, {
      id,
      insert: async (pieces) => {
        insert(pieces)
        await flush()
      },
      gone: projectGone,
    })
    if (!upload) insert(null)
    const finder = new TypeFinder()
    let size = 0
    let number = 0
    for await (const chunk of scanned(services, chunks())) {
      finder.add(chunk)
      const at = number
      number += 1
      size += chunk.length
      if (upload) {
        await upload.send(chunk)
        continue
      }
      waiting.push((db) => addChunk(db, id, at, chunk))
      length += chunk.length
      if (length >= CHUNK_BYTES || waiting.length >= WORK_MAX) await flush()
    }
    const type = finder.type()
    if (upload?.pieces === 0) insert(null)
    waiting.push((db) => describeReported(db, { id, type, size, pieces: upload?.pieces || null }))
  }
  await flush()
}

const projectGone = () => notFound('Project')

async function addChunk(db: Db, id: string, number: number, chunk: Buffer): Promise<void> {
  if (!(await isArriving(db, id))) throw projectGone()
  await insertChunk(db, id, number, chunk)
}

type ReportedFiles = { resultId: string; files: { id: string; name: string }[] }

/** Attaches files of a report to its results, each once. `refused`: files beyond the limit of a result. */
export async function takeReported(
  db: Db,
  report: { id: string; test_run_id: string; sent_by: string | null },
  given: ReportedFiles[],
): Promise<{ stored: number; refused: { name: string; reason: string }[] }> {
  const refused: { name: string; reason: string }[] = []
  const taken = given.filter(({ files }) => files.length > 0)
  if (taken.length === 0) return { stored: 0, refused }
  const ids = taken.flatMap(({ files }) => files.map(({ id }) => id))
  const waiting = new Map((await listReported(db, report.id, ids)).map((row) => [row.id, row]))
  const lists = await listAttachments(
    db,
    taken.map(({ resultId }) => resultId),
  )
  let stored = 0
  for (const { resultId, files } of taken) {
    const items = [...(lists.get(resultId) ?? [])]
    const before = items.length
    for (const { id, name } of files) {
      const row = waiting.get(id)
      waiting.delete(id)
      if (row && items.length < ATTACHMENTS_MAX) {
        await setTaken(db, { id, name, test_result_id: resultId, created_by: report.sent_by })
        items.push({ id, name, type: row.type, size: row.size })
      } else if (row) refused.push({ name, reason: `A test result takes at most ${ATTACHMENTS_MAX} attachments` })
    }
    if (items.length > before) await setAttachmentsOf(db, { id: resultId, test_run_id: report.test_run_id }, items)
    lists.set(resultId, items)
    stored += items.length - before
  }
  return { stored, refused }
}
