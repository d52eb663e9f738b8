import { DomainError } from '#shared/errors.ts'
import type { Actor } from '../authorize.ts'
import type { Context } from '../context.ts'
import type { UserRow } from '../database/tables.ts'
import { holdUser } from '../users/users.repository.ts'
import { noteFailure } from './failures.ts'
import { isKnownNetwork, rememberNetwork } from './known-networks.ts'
import { deleteFailures, refuseAfterFailures } from './sign-in-limit.ts'

type Check = {
  /** The name under which failures are counted: the email, or a name for the password of a signed-in user. */
  account: string
  password: string
  user: UserRow | undefined
  /** Failures of a signed-in user count over all networks: the caller may hold a stolen token. */
  isSignedIn?: boolean
}

type Caller = Context & { actor?: Actor }

/**
 * Returns the user if the password is correct, else undefined. Failures are counted before and after the slow
 * comparison, so that concurrent guesses cannot exceed the limit. Throws TOO_MANY_REQUESTS.
 */
export async function checkPassword(
  ctx: Caller,
  { account, password, user, isSignedIn = false }: Check,
): Promise<UserRow | undefined> {
  const { network } = ctx.request
  const isKnown = isSignedIn || (await isKnownNetwork(ctx.db, user?.id, network))
  const attempt = { account, network: isSignedIn ? '' : network, isKnown }
  await refuseAfterFailures(ctx.db, attempt, ctx.config)
  const turn = { rank: isKnown ? 'known' : 'sign-in', caller: network } as const
  const isCorrect = await ctx.passwords.matches(password, user?.password_hash, turn)
  return await ctx.write({ account }, async (db) => {
    await refuseAfterFailures(db, attempt, ctx.config)
    const current = await holdUser(db, user?.id ?? '')
    // Deleted, erased or changed during the comparison. A row about an erased person would stay for ever.
    if (user && current?.token_version !== user.token_version) {
      if (isSignedIn) throw new DomainError('UNAUTHORIZED', 'Invalid or expired token')
      return undefined
    }
    if (!isCorrect || !current) {
      const of = user ? { target: user.id } : { email: account }
      await noteFailure(db, ctx, { attempt, limits: ctx.config, actions: ['sign-in.failed', 'sign-in.refused'], of })
      return undefined
    }
    await deleteFailures(db, attempt)
    await rememberNetwork(db, current.id, network)
    return current
  })
}
