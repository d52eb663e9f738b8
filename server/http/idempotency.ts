import { createHash } from 'node:crypto'
import { DomainError, invalidField } from '#shared/errors.ts'
import { NAME_MAX } from '#shared/fields.ts'
import { refOf } from '../authorize.ts'
import type { ActorContext } from '../context.ts'
import type { Db } from '../database/databases.ts'

/** How long idempotent responses are kept. */
const RETENTION_DAYS = 7

/** A call that is made once: its caller, its Idempotency-Key and the digest of its request. */
export type Once = { caller: string; key: string; request: string }

/**
 * Runs a write once per caller and Idempotency-Key: a repeated call gets the first answer. Without a key, it just runs.
 * Throws CONFLICT when the key was used for another request. Check permissions first.
 */
export async function once<T>(db: Db, ctx: ActorContext, request: unknown, work: () => Promise<T>): Promise<T> {
  const call = onceOf(ctx, request)
  if (!call) return await work()
  const stored = await findStored<T>(db, call)
  if (stored !== undefined) {
    ctx.reply.isRepeated = true
    return stored
  }
  const answer = await work()
  await storeAnswer(db, call, answer)
  return answer
}

/** Undefined for a call without an Idempotency-Key. */
export function onceOf(ctx: ActorContext, request: unknown): Once | undefined {
  const key = readKey(ctx)
  if (key === undefined) return undefined
  const { kind, id } = refOf(ctx.actor)
  return { caller: `${kind} ${id}`, key, request: digestOf(request) }
}

/** The answer to the first call. Throws CONFLICT when the key was used for another request. */
export async function findStored<T>(db: Db, { caller, key, request }: Once): Promise<T | undefined> {
  const stored = await db
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('caller', '=', caller)
    .where('key', '=', key)
    .executeTakeFirst()
  if (stored && stored.request !== request) throw usedOtherwise()
  return stored && (JSON.parse(stored.answer) as T)
}

export function usedOtherwise(): DomainError {
  return new DomainError('CONFLICT', 'This Idempotency-Key was used for another request')
}

/** Keeps the answer for seven days. */
export async function storeAnswer(db: Db, { caller, key, request }: Once, answer: unknown): Promise<void> {
  const now = Date.now()
  await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', new Date(now - RETENTION_DAYS * 86_400_000).toISOString())
    .execute()
  await db
    .insertInto('idempotency_keys')
    .values({ caller, key, request, answer: JSON.stringify(answer), created_at: new Date(now).toISOString() })
    .execute()
}

function readKey({ request }: ActorContext): string | undefined {
  const key = request.idempotencyKey?.trim()
  if (key !== undefined && key.length > NAME_MAX)
    throw invalidField('Idempotency-Key', `Idempotency-Key must be at most ${NAME_MAX} characters long`)
  return key || undefined
}

function digestOf(request: unknown): string {
  return createHash('sha256').update(JSON.stringify(request)).digest('hex')
}
