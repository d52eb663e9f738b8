import {
  type AddedFactor,
  CONFIRMED_MINUTES,
  type ConfirmPasskey,
  type ConfirmTotp,
  type ConfirmYourself,
  type Factor,
  FACTORS_MAX,
  type PasskeyRequest,
  type NewTotp,
  type RecoveryCodes,
  type RecoveryCodesLeft,
  type SecondFactor,
} from '#shared/auth/factor.ts'
import { CONFIRM_YOURSELF } from '#shared/auth/refusals.ts'
import { DomainError, invalidField, notFound } from '#shared/errors.ts'
import type { IdInput } from '#shared/fields.ts'
import type { Message } from '#shared/message.ts'
import { audit } from '../audit/audit.ts'
import type { SessionContext, UserContext } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { MINUTE_MS, timeAgo } from '../times.ts'
import { findUser, revokeTokens } from '../users/users.repository.ts'
import { mailAccountChange } from './account-change-mail.ts'
import { refuseOwnAccount } from './account-state.ts'
import { checkPassword } from './check-password.ts'
import {
  countRecoveryCodes,
  deleteFactor,
  deleteFactors,
  deleteRecoveryCodes,
  findPasskey,
  insertFactor,
  listFactors,
  type NewFactor,
  replaceRecoveryCodes,
  toFactor,
} from './factors.repository.ts'
import { askForNewPasskey, checkNewPasskey, isPasskeyOf, PASSKEY_MINUTES } from './passkeys.ts'
import { newRecoveryCodes, recoveryCodeHash } from './recovery-codes.ts'
import { relyingParty } from './relying-party.ts'
import { askForFactor, isGiven, prove, refusalOf, WRONG_CODE, WRONG_PASSKEY } from './second-factor.ts'
import { confirmSession, endOtherSessions } from './sessions.service.ts'
import { issueTicket, openTicket, useTicket } from './tickets.ts'
import { newSeed, sealSeed, seedUri, stepOf } from './totp.ts'

const TOTP_TICKET = 'new authenticator app'
const TOTP_MINUTES = 10
const PASSKEY_TICKET = 'new passkey'
const CONFIRM_TICKET = 'confirmation'

const tookTooLong = () => invalidField('ticket', 'This took too long. Begin again')

/** What the caller may prove again to be the user with, beside the password. */
export async function startConfirm(ctx: SessionContext): Promise<SecondFactor> {
  const { user } = ctx.actor
  return await askForFactor(ctx, CONFIRM_TICKET, user, { factors: await listFactors(ctx.db, user.id) })
}

/** Proves again that the caller is the user, with the password, a code or a passkey. */
export async function confirmYourself(ctx: SessionContext, input: ConfirmYourself): Promise<Message> {
  const { user } = ctx.actor
  const { password, code, passkey } = input
  if (password) {
    const check = { account: `password of ${user.id}`, password, user, isSignedIn: true }
    if (!(await checkPassword(ctx, check))) throw invalidField('password', 'The password is incorrect')
    await ctx.write(null, (db) => confirmSession(db, ctx))
  } else {
    const ticket = passkey && input.ticket ? await openTicket(ctx, CONFIRM_TICKET, input.ticket) : undefined
    if (passkey && ticket?.userId !== user.id) throw tookTooLong()
    const proof = { code, passkey, ticket, expired: tookTooLong() }
    if (!isGiven(proof)) throw invalidField('password', 'Send your password or a code')
    if (!(await prove(ctx, user, proof, (db) => confirmSession(db, ctx))))
      throw invalidField(passkey ? 'passkey' : 'code', refusalOf(proof))
  }
  return { message: 'Confirmed' }
}

/** Refuses who has proved to be the user too long ago. Throws FORBIDDEN. */
export function refuseUnconfirmed({ actor }: SessionContext): void {
  const since = timeAgo(CONFIRMED_MINUTES * MINUTE_MS)
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
  const opened = await openTicket(ctx, TOTP_TICKET, ticket)
  const seed = opened?.userId === user.id ? opened.held['secret'] : undefined
  if (!opened || seed === undefined) throw tookTooLong()
  const step = stepOf(seed, code, null)
  if (step === null) throw invalidField('code', WRONG_CODE)
  return await ctx.write('users', async (db) => {
    await useTicket(db, opened, tookTooLong())
    const sealed_seed = sealSeed(ctx.tokens, seed)
    return await addFactor(db, ctx, { kind: 'totp', name: name || 'Authenticator app', sealed_seed, last_step: step })
  })
}

/** Begins to add a passkey. Nothing is stored until the browser has made it. */
export async function startPasskey(ctx: SessionContext): Promise<PasskeyRequest> {
  refuseUnconfirmed(ctx)
  const { user } = ctx.actor
  const present = await listFactors(ctx.db, user.id)
  refuseTooMany(present)
  const passkeys = present.filter((factor) => isPasskeyOf(relyingParty(ctx), factor))
  const { challenge, passkeyOptions } = await askForNewPasskey(ctx, user, passkeys)
  return { ticket: issueTicket(ctx, PASSKEY_TICKET, user, PASSKEY_MINUTES, { challenge }), passkeyOptions }
}

/** Adds the passkey that the browser has made. */
export async function confirmPasskey(ctx: SessionContext, input: ConfirmPasskey): Promise<AddedFactor> {
  refuseUnconfirmed(ctx)
  const opened = await openTicket(ctx, PASSKEY_TICKET, input.ticket)
  const challenge = opened?.userId === ctx.actor.user.id ? opened.held['challenge'] : undefined
  if (!opened || challenge === undefined) throw tookTooLong()
  const made = await checkNewPasskey(ctx, input.passkey, challenge)
  if (!made) throw invalidField('passkey', WRONG_PASSKEY)
  return await ctx.write('users', async (db) => {
    await useTicket(db, opened, tookTooLong())
    if (await findPasskey(db, made.credential_id)) throw new DomainError('CONFLICT', 'This passkey is here already')
    return await addFactor(db, ctx, { ...made, kind: 'passkey', name: input.name || 'Passkey' })
  })
}

/** Adds a factor, with recovery codes if it is the first one. Ends the other sessions. */
async function addFactor(db: Db, ctx: SessionContext, factor: NewFactor): Promise<AddedFactor> {
  const { user } = ctx.actor
  const userId = user.id
  const present = await listFactors(db, userId)
  refuseTooMany(present)
  const added = await insertFactor(db, userId, factor)
  const recoveryCodes = present.length === 0 ? await makeRecoveryCodes(db, userId) : []
  await endOtherSessions(db, ctx)
  await audit(db, ctx, { action: 'factor.added', target: added.id, after: { kind: added.kind } })
  await mailAccountChange(db, ctx, user, { what: 'factor added', name: added.name, network: ctx.request.network })
  return { factor: added, recoveryCodes }
}

function refuseTooMany({ length }: unknown[]): void {
  if (length >= FACTORS_MAX) throw new DomainError('CONFLICT', `You have ${FACTORS_MAX} second factors already`)
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
  refuseOwnAccount(ctx.actor, id, 'Remove your own second factors')
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
