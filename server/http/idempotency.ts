import { sql } from 'kysely'
import { DomainError, invalidField } from '#shared/errors.ts'
import { NAME_MAX } from '#shared/limits.ts'
import { type Actor, callerOf as callerOfActor } from '../authorize.ts'
import type { Context } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { deleteSome } from '../database/dialect.ts'
import { DAY_MS, timeAgo } from '../times.ts'
import { openCall, type Once, sealedCall } from './idempotent-call.ts'

/*
 * Every procedure that creates (status 201) takes an Idempotency-Key, and its service runs the write with `once`.
 * idempotency-of-all.test.ts calls each of them twice.
 */

/** How long idempotent responses are kept. */
const RETENTION_DAYS = 7

/** Expired answers that are deleted with each new one. More than one, so that none stay behind; each may have megabytes. */
const FORGOTTEN = 3

/** The context of a call; a call for anyone has no actor. */
type Caller = Context & { actor?: Actor }

/** `isSecret`: the request or the answer holds a secret, so that it is stored encrypted. */
type Options = { isSecret?: boolean }

/**
 * Runs a write once per caller and Idempotency-Key: a repeated call gets the first answer. Without a key, it just runs.
 * Throws CONFLICT when the key was used for another request. Check permissions first.
 */
export async function once<T>(
  db: Db,
  ctx: Caller,
  request: unknown,
  work: () => Promise<T>,
  { isSecret = false }: Options = {},
): Promise<T> {
  const repeated = await replay(db, ctx, request)
  if (repeated) return repeated.answer as T
  const answer = await work()
  const [open, sealed] = callsOf(ctx, request)
  if (open && sealed) await (isSecret ? store(db, sealed, sealed.close(answer)) : storeAnswer(db, open, answer))
  return answer
}

/** The first answer to a repeated call, or null: for calls whose checks before the write would refuse a repetition. */
export async function answeredBefore<T>(ctx: Caller, request: unknown): Promise<T | null> {
  return ((await replay(ctx.db, ctx, request))?.answer ?? null) as T | null
}

/** Whether the answer will be stored, so that all of it must be made in the transaction of the write. */
export function isKept(ctx: Caller): boolean {
  return readKey(ctx) !== undefined
}

/** Undefined for a call without an Idempotency-Key. */
export function onceOf(ctx: Caller, request: unknown): Once | undefined {
  return callsOf(ctx, request)[0]
}

/** The answer to the first call. Throws CONFLICT when the key was used for another request. */
export async function findStored<T>(db: Db, call: Once): Promise<T | undefined> {
  const stored = await findRow(db, call.caller, [call.key])
  if (stored && stored.request !== call.request) throw usedOtherwise()
  return stored && (JSON.parse(stored.answer) as T)
}

export function usedOtherwise(): DomainError {
  return new DomainError('CONFLICT', 'This Idempotency-Key was used for another request')
}

/** Keeps the answer for seven days. */
export async function storeAnswer(db: Db, call: Once, answer: unknown): Promise<void> {
  await store(db, call, JSON.stringify(answer))
}

async function replay(db: Db, ctx: Caller, request: unknown): Promise<{ answer: unknown } | null> {
  const [open, sealed] = callsOf(ctx, request)
  if (!open || !sealed) return null
  const stored = await findRow(db, open.caller, [open.key, sealed.key])
  if (!stored) return null
  const isSealed = stored.key === sealed.key
  if (stored.request !== (isSealed ? sealed : open).request) throw usedOtherwise()
  ctx.reply.isRepeated = true
  return { answer: isSealed ? sealed.open(stored.answer) : JSON.parse(stored.answer) }
}

async function findRow(db: Db, caller: string, keys: string[]) {
  const rows = db.selectFrom('idempotency_keys').selectAll()
  return await rows
    .where('caller', '=', caller)
    .where('key', 'in', keys)
    .where('created_at', '>=', expiry())
    .executeTakeFirst()
}

async function store(db: Db, { caller, key, request }: Once, answer: string): Promise<void> {
  await deleteSome(db, 'idempotency_keys', sql`created_at < ${expiry()}`, FORGOTTEN)
  // An expired answer may be left.
  await db.deleteFrom('idempotency_keys').where('caller', '=', caller).where('key', '=', key).execute()
  const created_at = new Date().toISOString()
  await db.insertInto('idempotency_keys').values({ caller, key, request, answer, created_at }).execute()
}

/** When an answer that expires now was kept. */
const expiry = () => timeAgo(RETENTION_DAYS * DAY_MS)

/** A call in its two forms, or nothing without a key: the same key may not be used for both. */
function callsOf(ctx: Caller, request: unknown) {
  const key = readKey(ctx)
  if (key === undefined) return []
  const caller = callerOf(ctx)
  return [openCall(caller, key, request), sealedCall(ctx.tokens, caller, key, request)] as const
}

/** Without an actor, callers are told apart by their network. */
function callerOf({ actor, request }: Caller): string {
  return actor ? callerOfActor(actor) : `network ${request.network}`
}

function readKey({ request }: Context): string | undefined {
  const key = request.idempotencyKey?.trim()
  if (key !== undefined && key.length > NAME_MAX)
    throw invalidField('Idempotency-Key', `Idempotency-Key must be at most ${NAME_MAX} characters long`)
  return key || undefined
}
