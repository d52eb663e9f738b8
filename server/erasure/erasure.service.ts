import type { EraseMe, PersonalData } from '#shared/erasure/erasure.ts'
import { DomainError, invalidField, notFound } from '#shared/errors.ts'
import type { IdInput } from '#shared/fields.ts'
import type { Message } from '#shared/message.ts'
import { audit } from '../audit/audit.ts'
import { refuseOwnAccount } from '../auth/account-state.ts'
import { confirmYourself, refuseUnconfirmed } from '../auth/factors.service.ts'
import type { SessionContext, UserContext } from '../context.ts'
import type { Db } from '../database/databases.ts'
import type { UserRow } from '../database/tables.ts'
import { answer } from '../http/answer.ts'
import { Json } from '../http/json.ts'
import { transferMemberships } from '../members/members.repository.ts'
import { awaitHolders, findOtherAdmin, toUser } from '../users/users.repository.ts'
import { eraseUser, findAnyUser, heldIn } from './erasure.repository.ts'
import { HELD } from './personal-data.ts'

const DONE = { message: 'Erased' }

/**
 * Erases the signed-in person, who proves again to be it; without a password a sign-in of just now will do. Their projects
 * pass to the administrator of the longest standing.
 */
export async function eraseMe(ctx: SessionContext, proof: EraseMe): Promise<Message> {
  const { user } = ctx.actor
  if (user.password_hash === null && !hasProof(proof)) refuseUnconfirmed(ctx)
  else if (hasProof(proof)) await confirmYourself(ctx, proof)
  else throw invalidField('password', 'Password is required')
  return await erase(ctx, user.id, (other) => other.id)
}

const hasProof = ({ password, code, passkey }: EraseMe) => Boolean(password || code || passkey)

/** Erases a user, also one who was deleted before. Their projects pass to the administrator who asks. */
export async function eraseById(ctx: UserContext, { id }: IdInput): Promise<Message> {
  if (ctx.actor.token) refuseOwnAccount(ctx.actor, id, 'Erase your own account')
  const me = ctx.actor.user.id
  return await erase(ctx, id, (other) => (id === me ? other.id : me))
}

async function erase(ctx: UserContext, id: string, heirOf: (other: UserRow) => string): Promise<Message> {
  await ctx.write({ users: 'with', projectsOf: id }, async (db) => {
    await awaitHolders(db, id)
    const user = await findAnyUser(db, id)
    if (!user) throw notFound('User')
    const other = await findOtherAdmin(db, id)
    if (!other) throw new DomainError('CONFLICT', 'The last administrator cannot be erased')
    if (user.is_admin === 1 && user.deleted_at === null && id !== ctx.actor.user.id)
      throw new DomainError('FORBIDDEN', 'Admin users cannot be erased by others')
    const takenOver = await transferMemberships(db, id, heirOf(other))
    await audit(db, ctx, { action: 'user.erased', target: id, after: { projectsTakenOver: takenOver } })
    await eraseUser(db, ctx.tokens, user)
  })
  ctx.trash.wake()
  return DONE
}

export async function exportMe(ctx: SessionContext): Promise<PersonalData> {
  return await exportOf(ctx, ctx.actor.user)
}

export async function exportById(ctx: UserContext, { id }: IdInput): Promise<PersonalData> {
  const user = await findAnyUser(ctx.db, id)
  if (!user) throw notFound('User')
  return await exportOf(ctx, user)
}

async function exportOf(ctx: UserContext, user: UserRow): Promise<PersonalData> {
  await ctx.write(null, (db: Db) => audit(db, ctx, { action: 'user.exported', target: user.id }))
  return await answer(ctx, { read: async () => new Json(personalDataAsJson(ctx.db, user)) })
}

/** In pieces: the events of years may be many. */
async function* personalDataAsJson(db: Db, user: UserRow): AsyncGenerator<string> {
  const head = { exportedAt: new Date().toISOString(), user: toUser(user) }
  yield `${JSON.stringify(head).slice(0, -1)},"held":[`
  for (const [index, held] of HELD.entries()) {
    yield `${index > 0 ? ',' : ''}{"table":${JSON.stringify(held[0])},"rows":[`
    let before = ''
    for await (const rows of heldIn(db, held, user.id)) {
      yield before + rows.map((row) => JSON.stringify(row)).join(',')
      before = ','
    }
    yield ']}'
  }
  yield ']}'
}
