import { createHash } from 'node:crypto'
import {
  type AddAttachment,
  type Attachment,
  type AttachmentAddress,
  type AttachmentItem,
  ATTACHMENTS_MAX,
} from '#shared/attachments/attachment.ts'
import { DomainError, notFound } from '#shared/errors.ts'
import type { IdInput } from '#shared/fields.ts'
import type { Message } from '#shared/message.ts'
import type { ActorContext } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { newId } from '../database/new-id.ts'
import { isKept, once } from '../http/idempotency.ts'
import { attachmentsOf, findTestResult, setAttachments } from '../test-results/test-results.service.ts'
import { refuseEndedRun } from '../test-runs/test-runs.service.ts'
import { TypeFinder } from './attachment-type.ts'
import {
  deleteAbandoned,
  deleteArriving,
  deleteAttachmentRow,
  findAttachment,
  insertArriving,
  insertChunk,
  isArriving,
  setStored,
} from './attachments.repository.ts'
import { signAddress } from './signed-address.ts'

/** Node cuts a request after five minutes, so what is older than this arrives no more. */
const ABANDONED_MS = 60 * 60 * 1000

/**
 * Attaches a file to a result of a running run. Its bytes are stored as they arrive, and hidden until the last one is.
 * Throws BAD_REQUEST for an empty file, CONFLICT for a run that has ended; then nothing of it stays.
 */
export async function addAttachment(
  ctx: ActorContext,
  input: AddAttachment,
  chunks: AsyncIterable<Buffer>,
): Promise<Attachment> {
  const result = await findTestResult(ctx.db, ctx.actor, input.resultId, 'run.record')
  // A repeated call gets its first answer, even when the run has ended since.
  if (!isKept(ctx)) refuseEndedRun(result.run_status)
  const id = newId()
  try {
    const content = await store(ctx, id, input, chunks)
    return await ctx.write({ testResult: input.resultId }, (db) => attach(db, ctx, id, input, content))
  } catch (error) {
    await ctx.write(null, (db) => deleteArriving(db, id))
    throw error
  }
}

type Content = Pick<AttachmentItem, 'type' | 'size'> & { digest: string }

async function store(
  ctx: ActorContext,
  id: string,
  { resultId, name }: AddAttachment,
  chunks: AsyncIterable<Buffer>,
): Promise<Content> {
  const finder = new TypeFinder()
  const digest = createHash('sha256')
  let size = 0
  let number = 0
  for await (const chunk of chunks) {
    finder.add(chunk)
    digest.update(chunk)
    size += chunk.length
    const at = number
    number += 1
    await ctx.write({ testResult: resultId }, async (db) => {
      if (at === 0) await begin(db, ctx, { id, resultId, name })
      if (!(await isArriving(db, id))) throw notFound('Test result')
      await insertChunk(db, id, at, chunk)
    })
  }
  if (size === 0) throw new DomainError('BAD_REQUEST', 'The attachment is empty')
  return { type: finder.type(), size, digest: digest.digest('hex') }
}

async function begin(db: Db, { actor }: ActorContext, arriving: Parameters<typeof insertArriving>[2]): Promise<void> {
  await findTestResult(db, actor, arriving.resultId, 'run.record')
  await deleteAbandoned(db, new Date(Date.now() - ABANDONED_MS).toISOString())
  await insertArriving(db, actor, arriving)
}

/** Shows the attachment in its result. The same call made before gets its first answer, and these bytes are dropped. */
async function attach(
  db: Db,
  ctx: ActorContext,
  id: string,
  { resultId, name }: AddAttachment,
  { digest, ...content }: Content,
): Promise<Attachment> {
  const result = await findTestResult(db, ctx.actor, resultId, 'run.record')
  const answer = await once(db, ctx, ['attachment', resultId, name, digest], async () => {
    refuseEndedRun(result.run_status)
    const before = attachmentsOf(result)
    if (before.length >= ATTACHMENTS_MAX)
      throw new DomainError('CONFLICT', `A test result takes at most ${ATTACHMENTS_MAX} attachments`)
    const item: AttachmentItem = { id, name, ...content }
    const { created_at } = await setStored(db, item)
    await setAttachments(db, result, [...before, item])
    const { actor } = ctx
    const createdBy = actor.kind === 'user' ? { id: actor.user.id, name: actor.user.name } : null
    return { ...item, createdAt: created_at, createdBy }
  })
  if (answer.id !== id) await deleteArriving(db, id)
  return answer
}

/** Removes an attachment of a running run. */
export async function deleteAttachment(ctx: ActorContext, { id }: IdInput): Promise<Message> {
  const { test_result_id: testResult } = await findAttachment(ctx.db, ctx.actor, id, 'run.record')
  return await ctx.write({ testResult }, async (db) => {
    const attachment = await findAttachment(db, ctx.actor, id, 'run.record')
    refuseEndedRun(attachment.run_status)
    const result = await findTestResult(db, ctx.actor, testResult, 'run.record')
    await setAttachments(
      db,
      result,
      attachmentsOf(result).filter((item) => item.id !== id),
    )
    await deleteAttachmentRow(db, attachment)
    return { message: 'Attachment deleted' }
  })
}

/** An address for a page, which sends no token. */
export async function addressOfAttachment(
  { db, actor, tokens }: ActorContext,
  { id }: IdInput,
): Promise<AttachmentAddress> {
  const attachment = await findAttachment(db, actor, id, 'project.read')
  return signAddress(tokens, attachment.id)
}
