import type { SecondFactor } from '#shared/auth/factor.ts'
import type { UsedPasskey } from '#shared/auth/passkey.ts'
import type { FactorMethod, SessionFactor } from '#shared/auth/session.ts'
import { DomainError } from '#shared/errors.ts'
import type { Caller } from '../audit/audit.ts'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import type { Db } from '../database/databases.ts'
import type { UserRow } from '../database/tables.ts'
import {
  countRecoveryCodes,
  type FactorRow,
  listFactors,
  usePasskey,
  useRecoveryCode,
  useStep,
} from './factors.repository.ts'
import { noteFailure } from './failures.ts'
import { askForPasskey, countOfUse, isPasskeyOf } from './passkeys.ts'
import { recoveryCodeHash } from './recovery-codes.ts'
import { relyingParty } from './relying-party.ts'
import { deleteFailures, type Limits, refuseAfterFailures } from './sign-in-limit.ts'
import { issueTicket, openTicket, type Ticket, useTicket } from './tickets.ts'
import { openSeed, stepOf } from './totp.ts'

export const SIGN_IN_TICKET = 'second factor of a sign-in'
const TICKET_MINUTES = 5
/** Wrong codes of a user within the window of sign-ins. */
const FAILURES_MAX = 5

type Sent = {
  code?: string | null | undefined
  recoveryCode?: string | null | undefined
  passkey?: UsedPasskey | null | undefined
}

/** What a caller sends as the second factor. A right one uses the ticket up, which a passkey needs: it has signed it. */
export type Proof = Sent & { ticket?: Ticket | undefined; expired?: DomainError }

type Work<T> = (db: Db, factor: SessionFactor | null) => Promise<T>
type Calling = Context & Pick<Caller, 'actor'>

/**
 * Does the work of a call with a correct password, unless its user needs a second factor that is missing or wrong.
 * Throws UNAUTHORIZED, with a ticket for the next step that has `held`.
 */
export async function withSecondFactor<T>(
  ctx: Calling,
  user: UserRow,
  { ticket: sealed, ...sent }: Sent & { ticket?: string | null | undefined },
  work: Work<T>,
  held: Record<string, string> = {},
): Promise<T> {
  const factors = await listFactors(ctx.db, user.id)
  if (factors.length === 0) return await ctx.write(null, (db) => work(db, null))
  const ticket = sealed ? await openTicket(ctx, SIGN_IN_TICKET, sealed) : undefined
  const proof = { ...sent, ticket: ticket?.userId === user.id ? ticket : undefined }
  const done = isGiven(proof) ? await prove(ctx, user, proof, work) : undefined
  if (done) return done.result
  const secondFactor = await lacking(ctx, user, { factors, held })
  throw new DomainError('UNAUTHORIZED', isGiven(proof) ? refusalOf(proof) : requestFor(secondFactor), { secondFactor })
}

export const WRONG_CODE = 'Wrong code'
export const WRONG_PASSKEY = 'This passkey was not accepted'

export const refusalOf = ({ passkey }: Proof) => (passkey ? WRONG_PASSKEY : WRONG_CODE)

export const isGiven = ({ code, recoveryCode, passkey, ticket }: Proof) =>
  Boolean(code || recoveryCode || (passkey && ticket))

function requestFor({ methods }: SecondFactor): string {
  const [hasApp, hasPasskey] = [methods.includes('totp'), methods.includes('passkey')]
  if (hasApp) return `Enter the code of your authenticator app${hasPasskey ? ', or use a passkey' : ''}`
  return hasPasskey ? 'Use your passkey' : 'Your passkeys do not work at this address. Enter a recovery code'
}

type Asking = { factors: FactorRow[]; held?: Record<string, string> }

async function lacking(ctx: Context, user: UserRow, asking: Asking): Promise<SecondFactor> {
  const asked = await askForFactor(ctx, SIGN_IN_TICKET, user, asking)
  if ((await countRecoveryCodes(ctx.db, user.id)) > 0) asked.methods.push('recovery-code')
  return asked
}

/** What the user may send, and a ticket for it. Passkeys of another host are not among it: browsers refuse them here. */
export async function askForFactor(
  ctx: Context,
  purpose: string,
  user: UserRow,
  { factors, held = {} }: Asking,
): Promise<SecondFactor> {
  const passkeys = factors.filter((factor) => isPasskeyOf(relyingParty(ctx), factor))
  const apps = factors.filter(({ kind }) => kind === 'totp')
  const methods: FactorMethod[] = apps.length > 0 ? ['totp'] : []
  if (passkeys.length === 0) return { ticket: issueTicket(ctx, purpose, user, TICKET_MINUTES, held), methods }
  const { challenge, passkeyOptions } = await askForPasskey(ctx, passkeys)
  const ticket = issueTicket(ctx, purpose, user, TICKET_MINUTES, { ...held, challenge })
  return { ticket, methods: [...methods, 'passkey'], passkeyOptions }
}

/**
 * Does the work if the proof is right, in the same transaction, else counts a failure. Throws TOO_MANY_REQUESTS after
 * five, and `expired` if its ticket was used before.
 */
export async function prove<T>(
  ctx: Calling,
  user: UserRow,
  proof: Proof,
  work: Work<T>,
): Promise<{ result: T } | undefined> {
  const attempt = { account: factorAccount(user.id), network: '', isKnown: true }
  const limits = limitsOf(ctx.config)
  const signed = await signedBy(ctx, user, proof)
  return await ctx.write({ account: attempt.account }, async (db) => {
    await refuseAfterFailures(db, attempt, limits)
    const factor = await factorOf(db, ctx, user, { ...proof, signed })
    if (factor === null) {
      const actions = ['factor.failed', 'factor.refused'] as const
      await noteFailure(db, ctx, { attempt, limits, actions, of: { target: user.id } })
      return undefined
    }
    if (proof.ticket) await useTicket(db, proof.ticket, proof.expired ?? signInExpired())
    await deleteFailures(db, attempt)
    return { result: await work(db, factor) }
  })
}

/** The name under which wrong codes of a user are counted, over all networks and servers. */
export const factorAccount = (userId: string) => `second factor of ${userId}`

/** The same of wrong uses of a user's passkeys without the password, which lock no code out. */
export const passkeyAccount = (userId: string) => `passkeys of ${userId}`

const limitsOf = ({ SIGN_IN_WINDOW_MINUTES }: Config): Limits => ({
  SIGN_IN_MAX_FAILURES: FAILURES_MAX,
  SIGN_IN_WINDOW_MINUTES,
})

export const signInExpired = () => new DomainError('UNAUTHORIZED', 'This sign-in took too long. Sign in again')

type Signed = { factor: FactorRow; count: number }

/** The passkey that signed the challenge of the ticket, outside of the write, because it waits for other threads. */
async function signedBy(ctx: Context, user: UserRow, { passkey, ticket }: Proof): Promise<Signed | null> {
  const challenge = ticket?.held['challenge']
  if (!passkey || challenge === undefined) return null
  const factor = (await listFactors(ctx.db, user.id)).find(({ credential_id }) => credential_id === passkey.id)
  const count = factor ? await countOfUse(ctx, factor, passkey, challenge) : null
  return factor && count !== null ? { factor, count } : null
}

type Checked = Proof & { signed: Signed | null }

async function factorOf(db: Db, ctx: Calling, user: UserRow, proof: Checked): Promise<SessionFactor | null> {
  const { passkey, signed } = proof
  if (passkey) return signed && (await usePasskey(db, signed.factor, signed.count)) ? 'passkey' : null
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
