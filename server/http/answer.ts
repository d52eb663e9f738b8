import { hash } from 'node:crypto'
import { DomainError } from '#shared/errors.ts'
import { type Actor, callerOf } from '../authorize.ts'
import type { Context } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { FairSlots } from '../limits/fair-slots.ts'
import { giveWay } from '../limits/give-way.ts'
import { isKnown } from './entity-tags.ts'
import { type Bytes, Json } from './json.ts'
import type { Page } from './paging.ts'

/** Identifies the content of an answer. */
export type Version = {
  /**
   * The route, ids, parameters, and the role or the user whose view it is. Answers with the same name and version are
   * the same for every caller who may see them.
   */
  name: readonly unknown[]
  /** The version before the content is read. */
  current: () => string | Promise<string>
  /** The version after it; by default `current` reads it again. */
  latest?: () => Promise<string | undefined>
}

type Answer<T> = {
  /** Without one, the answer is made for this call alone: of a write, or of any length. */
  version?: Version
  /** For an entity: the tag of its own fields, for If-Match. */
  head?: string
  /** Reads the content. For a list, it sends its own page: the version may have changed meanwhile. */
  read: () => Promise<NoInfer<T> | Json>
}

type Calling = Context & { actor?: Actor }

/**
 * Answers a call. Check permissions before. On REST, an unchanged read answers 304 before its content is read, and
 * repeated ones send the bytes of the first. On tRPC it returns the object.
 *
 * The answer has a tag only if the version is the same after the content was read: content of a later version must not
 * get the tag of an earlier one, which is current again when a backup is restored.
 */
export async function answer<T>(ctx: Calling, { version, head, read }: Answer<T>): Promise<T> {
  if (!ctx.request.takesBytes) return await objectOf(await read())
  if (!version) {
    const content = await read()
    return content instanceof Json ? send(ctx, content, { tag: head }) : content
  }
  const { name, current, latest = current } = version
  const before = await current()
  const key = JSON.stringify([...name, before])
  const tag = head === undefined ? `"${hash('sha256', key, 'base64url').slice(0, 22)}"` : fullTag(head, before)
  if (isKnown(ctx.request.ifNoneMatch, tag))
    return send(ctx, new Json([]), { tag, isRevalidated: true, isUnchanged: true })
  const isList = ctx.reply.page !== undefined
  // The name of a list does not say whose it is. Its version does.
  const keptAs = isList ? key : JSON.stringify(name)
  let later: Bytes | undefined
  const bytes = await ctx.answers.get(keptAs, before, async () => {
    const made = bytesOf(await read())
    if ((await latest()) === before) return made
    // A list is read again: `latest` has noted another page.
    if (!isList) later = made
    return undefined
  })
  const keepCompressed = async (make: () => Promise<Bytes>) =>
    (await ctx.answers.get(`${keptAs} gzip`, before, make)) ?? (await make())
  if (bytes) return send(ctx, new Json(bytes), { tag, isRevalidated: true, keepCompressed })
  return send(ctx, new Json(later ?? bytesOf(await read())), { tag: head })
}

/** The version of a list: of its items, given by their cache keys, and of its headers. A 304 repeats its page. */
export function versionOf(ctx: Context, page: Page<unknown>): string {
  ctx.reply.page = page
  return hash('sha256', JSON.stringify([page.total, page.next, page.items]), 'base64url')
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

/** A whole read: JSON of one state of the database, made in a slot that is free when the client has it. */
export async function wholeRead(ctx: Calling, read: (db: Db) => Promise<Bytes>): Promise<Json> {
  const caller = callerIn(ctx)
  await slots.take(caller)
  const sent = Promise.withResolvers<void>()
  void sent.promise.then(() => slots.release(caller))
  try {
    const json = new Json(await ctx.snapshot(read))
    if (ctx.request.takesBytes) {
      const patience = setTimeout(sent.resolve, SENDING_MS).unref()
      ctx.request.onEnd(() => {
        clearTimeout(patience)
        sent.resolve()
      })
    } else sent.resolve()
    return json
  } catch (error) {
    sent.resolve()
    throw error
  }
}

const callerIn = ({ actor, request }: Calling) => (actor ? callerOf(actor) : request.network)

/** The tag of an entity with all that is in it: If-Match compares the part before the dot, If-None-Match the whole. */
function fullTag(head: string, version: string): string {
  return `${head.slice(0, -1)}.${version}"`
}

/** The output parser and the library let it pass; the gateway sends it. */
function send(
  ctx: Calling,
  json: Json,
  as: Partial<Pick<Json, 'tag' | 'isRevalidated' | 'isUnchanged' | 'keepCompressed'>>,
): never {
  ctx.reply.ready = Object.assign(json, as, { caller: callerIn(ctx) })
  return json as never
}

function bytesOf(content: unknown): Bytes {
  if (!(content instanceof Json)) return [Buffer.from(JSON.stringify(content))]
  return content.made as Bytes
}

/** On tRPC, an answer in pieces is made as a whole. */
const WHOLE_CHARACTERS = 16 * 1024 * 1024

async function objectOf<T>(content: T | Json): Promise<T> {
  if (!(content instanceof Json)) return content
  if (Array.isArray(content.made)) return JSON.parse(Buffer.concat(content.made).toString()) as T
  let text = ''
  for await (const piece of content.made) {
    await giveWay()
    text += piece
    if (text.length > WHOLE_CHARACTERS)
      throw new DomainError('PAYLOAD_TOO_LARGE', 'These results are larger than 16 MB. Read fewer with limit')
  }
  return JSON.parse(text) as T
}
