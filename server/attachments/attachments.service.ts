import { createHash } from 'node:crypto'
import {
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
import { TypeFinder } from './attachment-type.ts'
import {
  deleteArriving,
  deleteAttachmentRow,
  findAttachment,
  findAuthor,
  insertArriving,
  insertChunk,
  isArriving,
  setStored,
} from './attachments.repository.ts'
import { uploadTo } from './bucket/bucket-upload.ts'
import { findOwner, type Owner, ownerOf } from './owners.ts'
import { scanned } from './scan.ts'
import { signAddress } from './signed-address.ts'

type Arriving = { id: string; owner: Owner; name: string }

/**
 * Attaches a file to a result of a running run, or to a case. Its bytes are stored as they arrive, and hidden until the
 * last one. Throws BAD_REQUEST for an empty file and CONFLICT for an ended run; then nothing is kept.
 */
export async function addAttachment(
  ctx: ActorContext,
  file: { owner: Owner; name: string },
  chunks: AsyncIterable<Buffer>,
): Promise<Attachment> {
  const found = await findOwner(ctx.db, ctx.actor, file.owner)
  // A repeated call gets the first response, even if the run has ended since.
  if (!isKept(ctx)) found.refuseEnded()
  const arriving = { ...file, id: newId() }
  try {
    const content = await store(ctx, arriving, chunks)
    return await ctx.write(file.owner, (db) => attach(db, ctx, arriving, content))
  } catch (error) {
    await ctx.write(null, (db) => deleteArriving(db, arriving.id))
    throw error
  }
}

type Content = Pick<AttachmentItem, 'type' | 'size'> & { digest: string; pieces: number | null }

async function store(ctx: ActorContext, arriving: Arriving, chunks: AsyncIterable<Buffer>): Promise<Content> {
  const finder = new TypeFinder()
  const digest = createHash('sha256')
  const gone = () => notFound('testCase' in arriving.owner ? 'Test case' : 'Test result')
  const upload = uploadTo(ctx.bucket, ctx, {
    id: arriving.id,
    insert: (pieces) => ctx.write(arriving.owner, (db) => begin(db, ctx, arriving, pieces)),
    gone,
  })
  let size = 0
  let number = 0
  for await (const chunk of scanned(ctx, chunks)) {
    finder.add(chunk)
    digest.update(chunk)
    size += chunk.length
    const at = number
    number += 1
    if (upload) await upload.send(chunk)
    else
      await ctx.write(arriving.owner, async (db) => {
        if (at === 0) await begin(db, ctx, arriving)
        if (!(await isArriving(db, arriving.id))) throw gone()
        await insertChunk(db, arriving.id, at, chunk)
      })
  }
  if (size === 0) throw new DomainError('BAD_REQUEST', 'The attachment is empty')
  return { type: finder.type(), size, digest: digest.digest('hex'), pieces: upload?.pieces ?? null }
}

async function begin(
  db: Db,
  { actor }: ActorContext,
  { id, owner, name }: Arriving,
  pieces: number | null = null,
): Promise<void> {
  const { columns } = await findOwner(db, actor, owner)
  await insertArriving(db, actor, { id, name, ...columns, pieces })
}

/** Makes the attachment visible. A repeated call gets the first response, and its bytes are dropped. */
async function attach(
  db: Db,
  ctx: ActorContext,
  { id, owner, name }: Arriving,
  { digest, pieces, ...content }: Content,
): Promise<Attachment> {
  const found = await findOwner(db, ctx.actor, owner)
  const answer = await once(db, ctx, ['attachment', ...Object.values(owner), name, digest], async () => {
    found.refuseEnded()
    if (found.attachments.length >= ATTACHMENTS_MAX)
      throw new DomainError('CONFLICT', `A ${found.noun} takes at most ${ATTACHMENTS_MAX} attachments`)
    const item: AttachmentItem = { id, name, ...content }
    const { created_at } = await setStored(db, item, pieces)
    await found.set(db, [...found.attachments, item])
    const { actor } = ctx
    const createdBy = actor.kind === 'user' ? { id: actor.user.id, name: actor.user.name } : null
    return { ...item, createdAt: created_at, createdBy }
  })
  if (answer.id !== id) await deleteArriving(db, id)
  return answer
}

export async function deleteAttachment(ctx: ActorContext, { id }: IdInput): Promise<Message> {
  const owner = ownerOf(await findAttachment(ctx.db, ctx.actor, id, 'project.read'))
  return await ctx.write(owner, async (db) => {
    await findAttachment(db, ctx.actor, id, 'project.read')
    const found = await findOwner(db, ctx.actor, owner)
    found.refuseEnded()
    await found.set(
      db,
      found.attachments.filter((item) => item.id !== id),
    )
    await deleteAttachmentRow(db, id)
    return { message: 'Attachment deleted' }
  })
}

/** A signed address for a page, which cannot send a token, and the author of the attachment. */
export async function addressOfAttachment(
  { db, actor, tokens }: ActorContext,
  { id }: IdInput,
): Promise<AttachmentAddress> {
  const { created_at: createdAt, created_by } = await findAttachment(db, actor, id, 'project.read')
  const createdBy = created_by === null ? null : await findAuthor(db, created_by)
  return { ...signAddress(tokens, id), createdAt, createdBy }
}
