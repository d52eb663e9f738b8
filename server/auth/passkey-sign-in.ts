import type { SignedIn } from '#shared/auth/auth.ts'
import type { PasskeyRequest, SignInPasskey } from '#shared/auth/factor.ts'
import { DomainError } from '#shared/errors.ts'
import type { Context } from '../context.ts'
import type { UserRow } from '../database/tables.ts'
import { holdUser } from '../users/users.repository.ts'
import { enter } from './auth.service.ts'
import { findPasskey, usePasskey } from './factors.repository.ts'
import { noteFailure } from './failures.ts'
import { isKnownNetwork, rememberNetwork } from './known-networks.ts'
import { askForPasskey, countOfUse, PASSKEY_MINUTES } from './passkeys.ts'
import { secretHash } from './secrets.ts'
import { passkeyAccount, signInExpired } from './second-factor.ts'
import { deleteFailures, refuseAfterFailures } from './sign-in-limit.ts'
import { issueTicket, openAnyTicket, useTicket } from './tickets.ts'

/* Sign-ins by a passkey alone. Its device has verified the person, so it counts as both factors. */

const TICKET = 'sign-in by a passkey'

/** Begins a sign-in of anyone: the browser offers the passkeys that it has for this host. */
export async function startPasskeySignIn(ctx: Context): Promise<PasskeyRequest> {
  const { challenge, passkeyOptions } = await askForPasskey(ctx)
  return { ticket: issueTicket(ctx, TICKET, null, PASSKEY_MINUTES, { challenge }), passkeyOptions }
}

/** The answer does not tell unknown passkeys from those of users who may not sign in so. */
export async function signInPasskey(ctx: Context, { ticket: sealed, passkey }: SignInPasskey): Promise<SignedIn> {
  const ticket = openAnyTicket(ctx, TICKET, sealed)
  const challenge = ticket?.held['challenge']
  if (!ticket || challenge === undefined) throw signInExpired()
  const factor = await findPasskey(ctx.db, passkey.id)
  const { network } = ctx.request
  const attempt = {
    account: factor ? passkeyAccount(factor.user_id) : `passkey ${secretHash(passkey.id)}`,
    network,
    isKnown: await isKnownNetwork(ctx.db, factor?.user_id, network),
  }
  await refuseAfterFailures(ctx.db, attempt, ctx.config)
  const count = factor ? await countOfUse(ctx, factor, passkey, challenge) : null
  const signedIn = await ctx.write({ account: attempt.account }, async (db) => {
    await refuseAfterFailures(db, attempt, ctx.config)
    const user = factor && (await holdUser(db, factor.user_id))
    if (!user || !mayEnter(user) || count === null || !(await usePasskey(db, factor, count))) {
      const of = factor ? { target: factor.user_id } : {}
      await noteFailure(db, ctx, { attempt, limits: ctx.config, actions: ['factor.failed', 'factor.refused'], of })
      return undefined
    }
    await useTicket(db, ticket, signInExpired())
    await deleteFailures(db, attempt)
    await rememberNetwork(db, user.id, network)
    return await enter(db, ctx, user, { factor: 'passkey' })
  })
  if (signedIn) return signedIn
  throw new DomainError('UNAUTHORIZED', 'This passkey cannot sign you in. Use your password')
}

/** Who got a temporary password needs it to set an own one. */
const mayEnter = ({ is_active, must_reset_password }: UserRow) => is_active === 1 && must_reset_password === 0
