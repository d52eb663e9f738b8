import type { SecondFactor } from '#shared/auth/factor.ts'
import type { SessionFactor } from '#shared/auth/session.ts'
import { DomainError } from '#shared/errors.ts'
import type { Caller } from '../audit/audit.ts'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import type { Db } from '../database/databases.ts'
import type { UserRow } from '../database/tables.ts'
import { countRecoveryCodes, type FactorRow, listFactors, useRecoveryCode, useStep } from './factors.repository.ts'
import { noteFailure } from './failures.ts'
import { recoveryCodeHash } from './recovery-codes.ts'
import { deleteFailures, type Limits, refuseAfterFailures } from './sign-in-limit.ts'
import { issueTicket } from './tickets.ts'
import { openSeed, stepOf } from './totp.ts'

export const SIGN_IN_TICKET = 'second factor of a sign-in'
const TICKET_MINUTES = 5
/** Wrong codes of a user within the window of sign-ins. */
const FAILURES_MAX = 5

/** What a caller sends as the second factor. */
export type Proof = { code?: string | null | undefined; recoveryCode?: string | null | undefined }

type Work<T> = (db: Db, factor: SessionFactor | null) => Promise<T>
type Calling = Context & Pick<Caller, 'actor'>

/**
 * Does the work of a call with a correct password, unless its user needs a second factor that is missing or wrong.
 * Throws UNAUTHORIZED, with a ticket for the next step.
 */
export async function withSecondFactor<T>(ctx: Calling, user: UserRow, proof: Proof, work: Work<T>): Promise<T> {
  const factors = await listFactors(ctx.db, user.id)
  if (factors.length === 0) return await ctx.write(null, (db) => work(db, null))
  const done = isGiven(proof) ? await prove(ctx, user, proof, work) : undefined
  if (done) return done.result
  const message = isGiven(proof) ? WRONG_CODE : 'Enter the code of your authenticator app'
  throw new DomainError('UNAUTHORIZED', message, { secondFactor: await lacking(ctx, user, factors) })
}

export const WRONG_CODE = 'Wrong code'

export const isGiven = ({ code, recoveryCode }: Proof) => Boolean(code || recoveryCode)

async function lacking(ctx: Context, user: UserRow, factors: FactorRow[]): Promise<SecondFactor> {
  const methods: SessionFactor[] = [...new Set(factors.map(({ kind }) => kind))]
  if ((await countRecoveryCodes(ctx.db, user.id)) > 0) methods.push('recovery-code')
  return { ticket: issueTicket(ctx, SIGN_IN_TICKET, user, TICKET_MINUTES), methods }
}

/**
 * Does the work if the proof is right, in the same transaction, else counts a failure. Throws TOO_MANY_REQUESTS after
 * five.
 */
export async function prove<T>(
  ctx: Calling,
  user: UserRow,
  proof: Proof,
  work: Work<T>,
): Promise<{ result: T } | undefined> {
  const attempt = { account: factorAccount(user.id), network: '', isKnown: true }
  const limits = limitsOf(ctx.config)
  return await ctx.write({ account: attempt.account }, async (db) => {
    await refuseAfterFailures(db, attempt, limits)
    const factor = await factorOf(db, ctx, user, proof)
    if (factor === null) {
      const actions = ['factor.failed', 'factor.refused'] as const
      await noteFailure(db, ctx, { attempt, limits, actions, of: { target: user.id } })
      return undefined
    }
    await deleteFailures(db, attempt)
    return { result: await work(db, factor) }
  })
}

/** The name under which wrong codes of a user are counted, over all networks and servers. */
export const factorAccount = (userId: string) => `second factor of ${userId}`

const limitsOf = ({ SIGN_IN_WINDOW_MINUTES }: Config): Limits => ({
  SIGN_IN_MAX_FAILURES: FAILURES_MAX,
  SIGN_IN_WINDOW_MINUTES,
})

async function factorOf(db: Db, ctx: Calling, user: UserRow, proof: Proof): Promise<SessionFactor | null> {
  if (proof.recoveryCode)
    return (await useRecoveryCode(db, user.id, recoveryCodeHash(proof.recoveryCode))) ? 'recovery-code' : null
  for (const factor of await listFactors(db, user.id)) {
    const seed = factor.sealed_seed === null ? null : openSeed(ctx.tokens, factor.sealed_seed)
    const step = seed === null ? null : stepOf(seed, proof.code ?? '', factor.last_step)
    if (step !== null && (await useStep(db, factor, step))) return 'totp'
  }
  return null
}

/** What an event says of the second factor of its call. */
export async function factorOfEvent(db: Db, { id }: UserRow, factor: SessionFactor | null) {
  if (factor === null) return {}
  return factor === 'recovery-code' ? { factor, codesLeft: await countRecoveryCodes(db, id) } : { factor }
}
