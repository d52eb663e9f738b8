import type { DomainError } from '#shared/errors.ts'
import type { Context } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { newId } from '../database/new-id.ts'
import type { UserRow } from '../database/tables.ts'
import { MINUTE_MS, timeIn } from '../times.ts'
import { findUser } from '../users/users.repository.ts'
import { seal, unseal } from './sealed.ts'

/* Sealed texts that carry a step of a sign-in, or of a new factor, to the next one. */

type Held = Record<string, string>
export type Sealed = { id: string; userId: string | null; version: number; expiresAt: string; held: Held }
export type Ticket = Sealed & { user: UserRow }

/** It works for these minutes, if it is of a user only until the user's tokens are revoked. */
export function issueTicket(
  { tokens }: Context,
  purpose: string,
  user: UserRow | null,
  minutes: number,
  held: Held = {},
) {
  const expiresAt = timeIn(minutes * MINUTE_MS)
  const of = { userId: user?.id ?? null, version: user?.token_version ?? 0 }
  const ticket: Sealed = { id: newId(), ...of, expiresAt, held }
  return seal(tokens, purpose, JSON.stringify(ticket))
}

/** Undefined if it expired, was changed, or is for another purpose. */
export function openAnyTicket({ tokens }: Context, purpose: string, sealed: string): Sealed | undefined {
  const text = unseal(tokens, purpose, sealed)
  const ticket = text === null ? undefined : (JSON.parse(text) as Sealed)
  return ticket && ticket.expiresAt > new Date().toISOString() ? ticket : undefined
}

/** The same of a ticket that is of a user. */
export async function openTicket(ctx: Context, purpose: string, sealed: string): Promise<Ticket | undefined> {
  const ticket = openAnyTicket(ctx, purpose, sealed)
  const user = ticket?.userId ? await findUser(ctx.db, ticket.userId) : undefined
  return ticket && user?.token_version === ticket.version ? { ...ticket, user } : undefined
}

/** Uses a ticket up. Throws `refusal` if it was used before, also on another server. */
export async function useTicket(
  db: Db,
  { id, expiresAt }: Pick<Ticket, 'id' | 'expiresAt'>,
  refusal: DomainError,
): Promise<void> {
  await db.deleteFrom('used_tickets').where('expires_at', '<=', new Date().toISOString()).execute()
  const inserted = await db
    .insertInto('used_tickets')
    .values({ id, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (inserted.numInsertedOrUpdatedRows === 0n) throw refusal
}
