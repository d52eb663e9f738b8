import {
  type AddedFactor,
  CONFIRMED_MINUTES,
  type ConfirmTotp,
  type ConfirmYourself,
  type Factor,
  FACTORS_MAX,
  type NewTotp,
  type RecoveryCodes,
  type RecoveryCodesLeft,
} from '#shared/auth/factor.ts'
import { CONFIRM_YOURSELF } from '#shared/auth/refusals.ts'
import { DomainError, invalidField, notFound } from '#shared/errors.ts'
import type { IdInput } from '#shared/fields.ts'
import type { Message } from '#shared/message.ts'
import { audit } from '../audit/audit.ts'
import type { SessionContext, UserContext } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { findUser, revokeTokens } from '../users/users.repository.ts'
import { mailAccountChange } from './account-change-mail.ts'
import { checkPassword } from './check-password.ts'
import {
  countRecoveryCodes,
  deleteFactor,
  deleteFactors,
  deleteRecoveryCodes,
  type FactorRow,
  insertFactor,
  listFactors,
  replaceRecoveryCodes,
  toFactor,
} from './factors.repository.ts'
import { newRecoveryCodes, recoveryCodeHash } from './recovery-codes.ts'
import { isGiven, prove, WRONG_CODE } from './second-factor.ts'
import { confirmSession, endOtherSessions } from './sessions.service.ts'
import { issueTicket, openTicket, useTicket } from './tickets.ts'
import { newSeed, sealSeed, seedUri, stepOf } from './totp.ts'

const TOTP_TICKET = 'new authenticator app'
const TOTP_MINUTES = 10
const DEFAULT_NAME = 'Authenticator app'

/** Proves again that the caller is the user, with the password or a code. */
export async function confirmYourself(ctx: SessionContext, { password, code }: ConfirmYourself): Promise<Message> {
  const { user } = ctx.actor
  if (password) {
    const check = { account: `password of ${user.id}`, password, user, isSignedIn: true }
    if (!(await checkPassword(ctx, check))) throw invalidField('password', 'The password is incorrect')
    await ctx.write(null, (db) => confirmSession(db, ctx))
  } else {
    if (!isGiven({ code })) throw invalidField('password', 'Send your password or a code')
    if (!(await prove(ctx, user, { code }, (db) => confirmSession(db, ctx)))) throw invalidField('code', WRONG_CODE)
  }
  return { message: 'Confirmed' }
}

/** Refuses who has proved to be the user too long ago. Throws FORBIDDEN. */
function refuseUnconfirmed({ actor }: SessionContext): void {
  const since = new Date(Date.now() - CONFIRMED_MINUTES * 60_000).toISOString()
  if (actor.session.confirmedAt <= since) throw new DomainError('FORBIDDEN', CONFIRM_YOURSELF)
}

export async function listMyFactors(ctx: SessionContext): Promise<Factor[]> {
  refuseUnconfirmed(ctx)
  return (await listFactors(ctx.db, ctx.actor.user.id)).map(toFactor)
}

/** Begins to add an authenticator app. Nothing is stored until its first code comes. */
export function startTotp(ctx: SessionContext): NewTotp {
  refuseUnconfirmed(ctx)
  const { user } = ctx.actor
  const secret = newSeed()
  const ticket = issueTicket(ctx, TOTP_TICKET, user, TOTP_MINUTES, { secret })
  return { secret, uri: seedUri(secret, user.email ?? user.name), ticket }
}

/** Adds an authenticator app by its first code. */
export async function confirmTotp(ctx: SessionContext, { ticket, code, name }: ConfirmTotp): Promise<AddedFactor> {
  refuseUnconfirmed(ctx)
  const { user } = ctx.actor
  const expired = invalidField('ticket', 'This took too long. Begin again')
  const opened = await openTicket(ctx, TOTP_TICKET, ticket)
  const seed = opened?.userId === user.id ? opened.held['secret'] : undefined
  if (!opened || seed === undefined) throw expired
  const step = stepOf(seed, code, null)
  if (step === null) throw invalidField('code', WRONG_CODE)
  return await ctx.write('users', async (db) => {
    await useTicket(db, opened, expired)
    const sealed_seed = sealSeed(ctx.tokens, seed)
    return await addFactor(db, ctx, { kind: 'totp', name: name || DEFAULT_NAME, sealed_seed, last_step: step })
  })
}

type NewFactor = Pick<FactorRow, 'kind' | 'name' | 'sealed_seed' | 'last_step'>

/** Adds a factor, with recovery codes if it is the first one. Ends the other sessions. */
async function addFactor(db: Db, ctx: SessionContext, factor: NewFactor): Promise<AddedFactor> {
  const { user } = ctx.actor
  const userId = user.id
  const present = await listFactors(db, userId)
  if (present.length >= FACTORS_MAX) throw new DomainError('CONFLICT', `You have ${FACTORS_MAX} second factors already`)
  const added = await insertFactor(db, { ...factor, user_id: userId })
  const recoveryCodes = present.length === 0 ? await makeRecoveryCodes(db, userId) : []
  await endOtherSessions(db, ctx)
  await audit(db, ctx, { action: 'factor.added', target: added.id, after: { kind: added.kind } })
  await mailAccountChange(db, ctx, user, { what: 'factor added', name: added.name, network: ctx.request.network })
  return { factor: added, recoveryCodes }
}

async function makeRecoveryCodes(db: Db, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes()
  await replaceRecoveryCodes(db, userId, codes.map(recoveryCodeHash))
  return codes
}

/** Removes a factor, and with the last one the recovery codes. Ends the other sessions. */
export async function removeFactor(ctx: SessionContext, { id }: IdInput): Promise<Message> {
  refuseUnconfirmed(ctx)
  const { user } = ctx.actor
  const userId = user.id
  await ctx.write('users', async (db) => {
    const factors = await listFactors(db, userId)
    const factor = factors.find((each) => each.id === id)
    if (!factor) throw notFound('Second factor')
    await deleteFactor(db, factor)
    if (factors.length === 1) await deleteRecoveryCodes(db, userId)
    await endOtherSessions(db, ctx)
    await audit(db, ctx, { action: 'factor.removed', target: id, before: { kind: factor.kind } })
    await mailAccountChange(db, ctx, user, { what: 'factor removed', name: factor.name, network: ctx.request.network })
  })
  return { message: 'Second factor removed' }
}

export async function readRecoveryCodes(ctx: SessionContext): Promise<RecoveryCodesLeft> {
  refuseUnconfirmed(ctx)
  return { left: await countRecoveryCodes(ctx.db, ctx.actor.user.id) }
}

/** Makes new recovery codes, which replace the present ones. Ends the other sessions. */
export async function createRecoveryCodes(ctx: SessionContext): Promise<RecoveryCodes> {
  refuseUnconfirmed(ctx)
  const { user } = ctx.actor
  const { id } = user
  return await ctx.write('users', async (db) => {
    if ((await listFactors(db, id)).length === 0) throw new DomainError('CONFLICT', 'You have no second factor')
    const recoveryCodes = await makeRecoveryCodes(db, id)
    await endOtherSessions(db, ctx)
    await audit(db, ctx, { action: 'recovery-codes.created', target: id })
    await mailAccountChange(db, ctx, user, { what: 'recovery codes made', network: ctx.request.network })
    return { recoveryCodes }
  })
}

/** Removes the factors of a user who lost them, for administrators. The password stays unknown to them. */
export async function resetFactors(ctx: UserContext, { id }: IdInput): Promise<Message> {
  if (id === ctx.actor.user.id) throw new DomainError('FORBIDDEN', 'Remove your own second factors in your profile')
  await ctx.write('users', async (db) => {
    const user = await findUser(db, id)
    if (!user) throw notFound('User')
    const before = { factors: await deleteFactors(db, id) }
    await revokeTokens(db, id)
    await audit(db, ctx, { action: 'factors.reset', target: id, before, after: { factors: 0 } })
    if (before.factors > 0) await mailAccountChange(db, ctx, user, { what: 'factors reset', by: ctx.actor.user.name })
  })
  return { message: 'Second factor reset' }
}
