import type {
  PasswordWasReset,
  ResetPassword,
  SignedIn,
  SignedUp,
  SignIn,
  SignUp,
  SignupEnabled,
} from '#shared/auth/auth.ts'
import { DomainError, invalidField } from '#shared/errors.ts'
import { passwordForm } from '#shared/auth/password-form.ts'
import type { SignInSecondFactor } from '#shared/auth/factor.ts'
import type { SessionFactor } from '#shared/auth/session.ts'
import type { User } from '#shared/users/user.ts'
import type { SessionActor, SessionIdentity } from '../authorize.ts'
import type { Config } from '../config.ts'
import type { Context, SessionContext, UserContext } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { audit } from '../audit/audit.ts'
import { isMailOn } from '../mail/send-mail.ts'
import { answeredBefore, once } from '../http/idempotency.ts'
import type { UserRow } from '../database/tables.ts'
import {
  findUserByEmail,
  hasNoAdmin,
  hasNoUsers,
  holdUser,
  insertUser,
  type NewUser,
  toUser,
  updateHash,
  updatePassword,
} from '../users/users.repository.ts'
import { mailAccountChange } from './account-change-mail.ts'
import { refuseExpiredPassword, refuseUnusableAccount } from './account-state.ts'
import {
  factorOfEvent,
  isGiven,
  prove,
  refusalOf,
  SIGN_IN_TICKET,
  signInExpired,
  withSecondFactor,
} from './second-factor.ts'
import { openTicket } from './tickets.ts'
import { endFormerSession, openSession } from './open-session.ts'
import { userOfOpenSession } from './sessions.service.ts'
import { checkPassword } from './check-password.ts'
import { rememberNetwork } from './known-networks.ts'
import { secretsAreEqual } from './secrets.ts'
import { refuseWeakPassword } from './password-policy.ts'
import { readPasswordPolicy, readSignupEnabled } from './settings.repository.ts'

/** What the forms of visitors need: whether they may sign up, and how, and the rules for passwords. */
export async function readSignUp({ db, config, providers }: Context): Promise<SignupEnabled> {
  const passwordPolicy = await readPasswordPolicy(db)
  const others = providers.list()
  const more = {
    ...(passwordPolicy !== 'spec' && { passwordPolicy }),
    ...(isMailOn({ config }) && { passwordsByMail: true as const }),
    ...(others.length > 0 && { providers: others }),
  }
  if (await awaitsSetup(db, config)) return { signupEnabled: true, setupTokenNeeded: true, ...more }
  return { signupEnabled: await isSignupEnabled(db, config), ...more }
}

/** Sign-up is open by the administrators' setting, and without a setup token also for the first user. */
async function isSignupEnabled(db: Db, { SETUP_TOKEN }: Config): Promise<boolean> {
  return (await readSignupEnabled(db)) || (SETUP_TOKEN === undefined && (await hasNoUsers(db)))
}

/** Whether the setup token makes an administrator: until there is one. */
async function awaitsSetup(db: Db, { SETUP_TOKEN }: Config): Promise<boolean> {
  return SETUP_TOKEN !== undefined && (await hasNoAdmin(db))
}

export const readProfile = ({ actor }: UserContext): User => ({
  ...toUser(actor.user),
  ...(actor.session?.mustSetUpFactor && { mustSetUpFactor: true }),
  ...(actor.user.password_hash === null && { hasPassword: false }),
})

export async function signUp(ctx: Context, input: SignUp): Promise<SignedUp> {
  const request = ['sign-up', input]
  const answered = await answeredBefore<SignedUp>(ctx, request)
  if (answered) return answered
  const { email, password, name, setupToken } = input
  await mayBecomeAdmin(ctx.db, ctx.config, setupToken)
  await refuseTakenEmail(ctx.db, email)
  await refuseWeakPassword(ctx, { password, field: 'password', of: input })
  const { network } = ctx.request
  const passwordHash = await ctx.passwords.hash(password, { rank: 'sign-up', caller: network })
  return await ctx.write('users', async (db) => {
    const create = async () => {
      const isAdmin = await mayBecomeAdmin(db, ctx.config, setupToken)
      const user = await createUser(db, { email, name, passwordHash, isAdmin })
      await rememberNetwork(db, user.id, network)
      const { accessToken, actor } = await openSession(db, ctx, user)
      const after = { isAdmin: user.is_admin === 1 }
      await audit(db, { ...ctx, actor }, { action: 'user.created', target: user.id, after })
      return { accessToken, user: toUser(user), ...needOf(actor) }
    }
    return await once(db, ctx, request, create, { isSecret: true })
  })
}

/** Whether a new user becomes an administrator. Throws FORBIDDEN if the person may not sign up at all. */
async function mayBecomeAdmin(db: Db, config: Config, setupToken: string | null | undefined): Promise<boolean> {
  if (setupToken && (await awaitsSetup(db, config))) {
    if (secretsAreEqual(config.SETUP_TOKEN ?? '', setupToken)) return true
    throw new DomainError('FORBIDDEN', 'Wrong setup token')
  }
  if (!(await isSignupEnabled(db, config))) throw new DomainError('FORBIDDEN', 'Sign up is disabled')
  return config.SETUP_TOKEN === undefined && (await hasNoUsers(db))
}

export async function signIn(ctx: Context, { email, password, code }: SignIn): Promise<SignedIn> {
  const found = await findUserByEmail(ctx.db, email)
  const user = await checkPassword(ctx, { account: email, password, user: found })
  if (!user) throw new DomainError('UNAUTHORIZED', 'Invalid email or password')
  refuseUnusableAccount(user)
  const newHash = ctx.passwords.isOutdated(user.password_hash)
    ? await ctx.passwords.hash(password, { rank: 'known', caller: ctx.request.network })
    : null
  return await withSecondFactor(ctx, user, { code }, async (db, factor) => {
    if (newHash !== null) await updateHash(db, user, newHash)
    return await enter(db, ctx, user, { factor })
  })
}

/** Completes a sign-in that lacked the second factor. */
export async function signInSecondFactor(
  ctx: Context,
  { ticket, ...sent }: SignInSecondFactor,
  completePending: (ctx: Context, pending: string, factor: SessionFactor | null) => Promise<SignedIn>,
): Promise<SignedIn> {
  const opened = await openTicket(ctx, SIGN_IN_TICKET, ticket)
  if (!opened) throw signInExpired()
  const { user } = opened
  const proof = { ...sent, ticket: opened }
  refuseUnusableAccount(user)
  if (!isGiven(proof)) throw invalidField('code', 'code is required')
  // Of a sign-in by another provider.
  const { pending } = opened.held
  const done = await prove(ctx, user, proof, async (db, factor) => ({
    factor,
    signedIn: pending === undefined ? await enter(db, ctx, user, { factor }) : undefined,
  }))
  if (!done) throw new DomainError('UNAUTHORIZED', refusalOf(proof))
  return done.result.signedIn ?? (await completePending(ctx, pending as string, done.result.factor))
}

type By = { factor: SessionFactor | null; identity?: SessionIdentity; provider?: string }

/** Begins a session of a user who has proved to be themself, unless they were deleted, erased or changed meanwhile. */
export async function enter(db: Db, ctx: Context, proved: UserRow, { factor, ...by }: By): Promise<SignedIn> {
  const user = await holdUser(db, proved.id)
  if (user?.is_active !== 1 || user.token_version !== proved.token_version) throw signInExpired()
  await endFormerSession(db, ctx)
  const { accessToken, actor } = await openSession(db, ctx, user, factor, by.identity)
  const after = {
    ...(await factorOfEvent(db, user, factor)),
    ...(by.provider !== undefined && { provider: by.provider }),
  }
  await audit(db, { ...ctx, actor }, { action: 'sign-in.succeeded', target: user.id, after })
  return { accessToken, user: toUser(user), mustResetPassword: user.must_reset_password === 1, ...needOf(actor) }
}

/** What a new session says only where a second factor is required and missing. */
const needOf = ({ session }: SessionActor) => (session.mustSetUpFactor ? { mustSetUpFactor: true as const } : {})

export async function resetPassword(
  ctx: SessionContext,
  { currentPassword, newPassword }: ResetPassword,
): Promise<PasswordWasReset> {
  const { user, session } = ctx.actor
  const account = `password of ${user.id}`
  if (!(await checkPassword(ctx, { account, password: currentPassword, user, isSignedIn: true })))
    throw invalidField('currentPassword', 'Current password is incorrect')
  refuseExpiredPassword(user)
  if (user.must_reset_password === 1 && passwordForm(newPassword) === passwordForm(currentPassword))
    throw invalidField('newPassword', 'Choose a password other than the temporary one')
  await refuseWeakPassword(ctx, { password: newPassword, field: 'newPassword', of: user })
  const passwordHash = await ctx.passwords.hash(newPassword, { rank: 'known', caller: ctx.request.network })
  const accessToken = await ctx.write('users', async (db) => {
    const current = await userOfOpenSession(db, ctx)
    await audit(db, ctx, { action: 'password.changed', target: user.id })
    const changed = await updatePassword(db, current, passwordHash)
    await mailAccountChange(db, ctx, user, { what: 'password changed', network: ctx.request.network })
    return (await openSession(db, ctx, changed, session.factor, session.identity)).accessToken
  })
  return { message: 'Password was reset', accessToken }
}

/** Creates a user. Throws CONFLICT if the email is taken. */
export async function createUser(db: Db, user: NewUser): Promise<UserRow> {
  await refuseTakenEmail(db, user.email)
  return await insertUser(db, user)
}

async function refuseTakenEmail(db: Db, email: string): Promise<void> {
  if (await findUserByEmail(db, email)) throw new DomainError('CONFLICT', 'A user with this email already exists')
}
