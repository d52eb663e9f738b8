import { hash } from 'node:crypto'
import { type Actor, callerOf } from '../authorize.ts'
import type { Context } from '../context.ts'
import { FairSlots } from '../limits/fair-slots.ts'
import { isKnown } from './entity-tags.ts'
import type { Page } from './paging.ts'
import { type Bytes, ReadyAnswer } from './ready-answer.ts'

/** A versioned read. */
export type Read<T> = {
  /**
   * The cache key without the version: the route, ids, parameters, and the role or the user whose view it is. Answers
   * with the same name and version are the same for every caller who may see them.
   */
  name: readonly unknown[]
  /** The version of the content, read before the content. For a list, all ids with their versions. */
  version: string
  /** Reads the version again. */
  latest: () => Promise<string | undefined>
  /** For an entity: the tag of its own fields, for If-Match. */
  head?: string
  /** For a list: its page without the items. */
  page?: Page<unknown>
  /** The JSON of the answer; by default it is made of `object`. */
  bytes?: () => Promise<Bytes>
  /** The answer. For a list, it sends its own page: the version may have changed meanwhile. */
  object: () => Promise<T>
}

/**
 * Answers a read. On REST, an unchanged one answers 304 before its content is read, and repeated ones send the bytes of
 * the first. Check permissions before. On tRPC it returns the object.
 *
 * The answer has a tag only if the version is the same after the content was read: content of a later version must not
 * get the tag of an earlier one, which is current again when a backup is restored.
 */
export async function answerRead<T>(ctx: Context, read: Read<T>): Promise<T> {
  if (!ctx.request.takesBytes) return await read.object()
  const { name, version, head, page } = read
  const key = JSON.stringify([...name, version])
  const tag = head === undefined ? `"${hash('sha256', key, 'base64url').slice(0, 22)}"` : fullTag(head, version)
  if (page) ctx.reply.page = page
  if (isKnown(ctx.request.ifNoneMatch, tag)) return send(ctx, new ReadyAnswer({ tag, isRevalidated: true })) as never
  const built = await ctx.answers.get(key, async () => {
    const bytes = await bytesOf(ctx, read)
    return { bytes, isExact: (await read.latest()) === version }
  })
  if (page && !built.isExact) return await read.object()
  const { bytes, isExact } = built
  const gzip = () => ctx.answers.gzip(key, built)
  return send(ctx, new ReadyAnswer({ tag: isExact ? tag : head, isRevalidated: isExact, bytes, gzip })) as never
}

/**
 * Answers with bytes that are not cached: after a write, or when a list changed while it was read. On tRPC it
 * returns the object.
 */
export async function answerOnce<T>(
  ctx: Context,
  { head, bytes, object }: Pick<Required<Read<T>>, 'bytes' | 'object'> & Pick<Read<T>, 'head'>,
): Promise<T> {
  if (!ctx.request.takesBytes) return await object()
  const built = { bytes: await inSlot(ctx, bytes), isExact: false }
  const gzip = () => ctx.answers.gzip('', built)
  return send(ctx, new ReadyAnswer({ tag: head, isRevalidated: false, bytes: built.bytes, gzip })) as never
}

/**
 * Answers with JSON that is made piece by piece while the caller takes it: it may be of any length and is not cached.
 * On tRPC it returns the object.
 */
export async function answerPieces<T>(
  ctx: Calling,
  { pieces: make, object }: { pieces: () => AsyncIterable<string>; object: () => Promise<T> },
): Promise<T> {
  if (!ctx.request.takesBytes) return await object()
  return send(ctx, new ReadyAnswer({ isRevalidated: false, pieces: { make, caller: callerIn(ctx) } })) as never
}

async function bytesOf<T>(ctx: Context, { bytes, object }: Read<T>): Promise<Bytes> {
  return bytes ? await inSlot(ctx, bytes) : [Buffer.from(JSON.stringify(await object()))]
}

/** Whole reads, which may be long, that are built or on their way at once. */
const slots = new FairSlots({
  slots: 6,
  slotsPerCaller: 3,
  perCaller: 200,
  perRank: 1_000,
  tooManyOfOne: 'You read too much at once. Try again later',
  tooManyOfAll: 'Too much is read at once. Try again later',
  retryAfterSeconds: 5,
})

/** How long an answer keeps its slot while its client takes it: a slow client must not make others wait. */
const SENDING_MS = 500

/** Builds bytes of a whole read in a slot, which is free when the client has them. */
async function inSlot(ctx: Calling, build: () => Promise<Bytes>): Promise<Bytes> {
  const caller = callerIn(ctx)
  await slots.take(caller)
  const sent = Promise.withResolvers<void>()
  void sent.promise.then(() => slots.release(caller))
  try {
    const bytes = await build()
    const patience = setTimeout(sent.resolve, SENDING_MS).unref()
    ctx.request.onEnd(() => {
      clearTimeout(patience)
      sent.resolve()
    })
    return bytes
  } catch (error) {
    sent.resolve()
    throw error
  }
}

type Calling = Context & { actor?: Actor }

const callerIn = ({ actor, request }: Calling) => (actor ? callerOf(actor) : request.network)

/** The tag of an entity with all that is in it: If-Match compares the part before the dot, If-None-Match the whole. */
function fullTag(head: string, version: string): string {
  return `${head.slice(0, -1)}.${version}"`
}

/** The output parser and the library let it pass; the gateway sends it. */
function send(ctx: Context, answer: ReadyAnswer): ReadyAnswer {
  ctx.reply.ready = answer
  return answer
}
