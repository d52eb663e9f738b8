import type { PasswordWasReset, ResetPassword, SignedIn, SignedUp, SignIn, SignUp } from '#shared/auth/auth.ts'
import { DomainError, invalidField } from '#shared/errors.ts'
import { passwordForm } from '#shared/auth/password-form.ts'
import type { User } from '#shared/users/user.ts'
import type { Context, UserContext } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { audit } from '../audit/audit.ts'
import { answeredBefore, once } from '../http/idempotency.ts'
import type { UserRow } from '../database/tables.ts'
import {
  findUserByEmail,
  hasNoUsers,
  insertUser,
  type NewUser,
  toUser,
  updatePassword,
} from '../users/users.repository.ts'
import { refuseExpiredPassword, refuseUnusableAccount } from './account-state.ts'
import { findUserOfSession } from './sessions.repository.ts'
import type { Claims } from './tokens.ts'
import { checkPassword } from './check-password.ts'
import { rememberNetwork } from './known-networks.ts'
import { readSignupEnabled } from './settings.repository.ts'

/** Whether sign-up is allowed: by the administrators' setting, and always while there are no users. */
export async function isSignupEnabled(db: Db): Promise<boolean> {
  return (await readSignupEnabled(db)) || (await hasNoUsers(db))
}

export const readProfile = ({ actor }: UserContext): User => toUser(actor.user)

export async function signUp(ctx: Context, input: SignUp): Promise<SignedUp> {
  const request = ['sign-up', input]
  const answered = await answeredBefore<SignedUp>(ctx, request)
  if (answered) return answered
  const { email, password, name } = input
  await refuseSignUp(ctx.db)
  await refuseTakenEmail(ctx.db, email)
  const { network } = ctx.request
  const passwordHash = await ctx.passwords.hash(password, { rank: 'sign-up', caller: network })
  return await ctx.write('users', async (db) => {
    const create = async () => {
      await refuseSignUp(db)
      const user = await createUser(db, { email, name, passwordHash, isAdmin: await hasNoUsers(db) })
      await rememberNetwork(db, user.id, network)
      const accessToken = accessTokenOf(ctx, user)
      const after = { isAdmin: user.is_admin === 1 }
      await audit(db, signedIn(ctx, user, accessToken), { action: 'user.created', target: user.id, after })
      return { accessToken, user: toUser(user) }
    }
    return await once(db, ctx, request, create, { isSecret: true })
  })
}

async function refuseSignUp(db: Db): Promise<void> {
  if (!(await isSignupEnabled(db))) throw new DomainError('FORBIDDEN', 'Sign up is disabled')
}

export async function signIn(ctx: Context, { email, password }: SignIn): Promise<SignedIn> {
  const found = await findUserByEmail(ctx.db, email)
  const user = await checkPassword(ctx, { account: email, password, user: found })
  if (!user) throw new DomainError('UNAUTHORIZED', 'Invalid email or password')
  refuseUnusableAccount(user)
  const mustResetPassword = user.must_reset_password === 1
  const accessToken = accessTokenOf(ctx, user)
  const caller = signedIn(ctx, user, accessToken)
  await ctx.write(null, (db) => audit(db, caller, { action: 'sign-in.succeeded', target: user.id }))
  return { accessToken, user: toUser(user), mustResetPassword }
}

export async function resetPassword(
  ctx: UserContext,
  { currentPassword, newPassword }: ResetPassword,
): Promise<PasswordWasReset> {
  const { user, session } = ctx.actor
  const account = `password of ${user.id}`
  if (!(await checkPassword(ctx, { account, password: currentPassword, user, isSignedIn: true })))
    throw invalidField('currentPassword', 'Current password is incorrect')
  refuseExpiredPassword(user)
  if (user.must_reset_password === 1 && passwordForm(newPassword) === passwordForm(currentPassword))
    throw invalidField('newPassword', 'Choose a password other than the temporary one')
  const passwordHash = await ctx.passwords.hash(newPassword, { rank: 'known', caller: ctx.request.network })
  const changed = await ctx.write('users', async (db) => {
    const current = await findUserOfSession(db, { userId: user.id, sessionId: session.id })
    if (current?.token_version !== user.token_version) throw new DomainError('UNAUTHORIZED', 'Invalid or expired token')
    await audit(db, ctx, { action: 'password.changed', target: user.id })
    return await updatePassword(db, current, passwordHash)
  })
  return { message: 'Password was reset', accessToken: accessTokenOf(ctx, changed) }
}

/** Creates a user. Throws CONFLICT if the email is taken. */
export async function createUser(db: Db, user: NewUser): Promise<UserRow> {
  await refuseTakenEmail(db, user.email)
  return await insertUser(db, user)
}

async function refuseTakenEmail(db: Db, email: string): Promise<void> {
  if (await findUserByEmail(db, email)) throw new DomainError('CONFLICT', 'A user with this email already exists')
}

/** The context of who has just got a token. */
function signedIn(ctx: Context, user: UserRow, accessToken: string): UserContext {
  const { session } = ctx.tokens.verify(accessToken) as Claims
  return { ...ctx, actor: { kind: 'user', user, session } }
}

function accessTokenOf(ctx: Context, user: UserRow): string {
  return ctx.tokens.sign({ userId: user.id, tokenVersion: user.token_version })
}
