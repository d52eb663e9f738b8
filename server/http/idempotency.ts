import { createHash } from 'node:crypto'
import { DomainError, invalidField } from '#shared/errors.ts'
import { NAME_MAX } from '#shared/fields.ts'
import { refOf } from '../authorize.ts'
import type { ActorContext } from '../context.ts'
import type { Db } from '../database/databases.ts'

/** How long idempotent responses are kept. */
const RETENTION_DAYS = 7

/**
 * Runs a write once per caller and Idempotency-Key: a repeated call gets the first answer. Without a key, it just runs.
 * Throws CONFLICT when the key was used for another request. Check permissions first.
 */
export async function once<T>(db: Db, ctx: ActorContext, request: unknown, work: () => Promise<T>): Promise<T> {
  const key = readKey(ctx)
  if (key === undefined) return await work()
  const ref = refOf(ctx.actor)
  const [caller, digest] = [`${ref.kind} ${ref.id}`, digestOf(request)]
  const stored = await db
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('caller', '=', caller)
    .where('key', '=', key)
    .executeTakeFirst()
  if (stored && stored.request !== digest)
    throw new DomainError('CONFLICT', 'This Idempotency-Key was used for another request')
  if (stored) {
    ctx.reply.isRepeated = true
    return JSON.parse(stored.answer) as T
  }
  const answer = await work()
  const now = Date.now()
  await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', new Date(now - RETENTION_DAYS * 86_400_000).toISOString())
    .execute()
  await db
    .insertInto('idempotency_keys')
    .values({ caller, key, request: digest, answer: JSON.stringify(answer), created_at: new Date(now).toISOString() })
    .execute()
  return answer
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
