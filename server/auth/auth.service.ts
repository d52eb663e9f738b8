import type { PasswordWasReset, ResetPassword, SignedIn, SignedUp, SignIn, SignUp } from '#shared/auth/auth.ts'
import { DomainError, invalidField } from '#shared/errors.ts'
import type { Context, UserContext } from '../context.ts'
import type { Db } from '../database/databases.ts'
import type { UserRow } from '../database/tables.ts'
import {
  findUser,
  findUserByEmail,
  hasNoUsers,
  insertUser,
  toUser,
  updatePassword,
  type NewUser,
} from '../users/users.service.ts'
import { readSignupEnabled } from './settings.repository.ts'
import { forgetFailures, refuseAfterFailures, rememberFailure } from './sign-in-limit.ts'

export { newSecret, secretHash, secretsAreEqual } from './secrets.ts'
export { initSignupEnabled, readSignupEnabled, writeSignupEnabled } from './settings.repository.ts'

/** Whether anybody may sign up: by the admin's setting, and always while there is no user at all. */
export async function isSignupEnabled(db: Db): Promise<boolean> {
  return (await readSignupEnabled(db)) || (await hasNoUsers(db))
}

export async function signUp(ctx: Context, { email, password, name }: SignUp): Promise<SignedUp> {
  await refuseSignUp(ctx.db)
  await refuseTakenEmail(ctx.db, email)
  const passwordHash = await ctx.passwords.hash(password)
  const user = await ctx.write('users', async (db) => {
    await refuseSignUp(db)
    return await createUser(db, { email, name, passwordHash, isAdmin: await hasNoUsers(db) })
  })
  return { accessToken: accessTokenOf(ctx, user), user: toUser(user) }
}

async function refuseSignUp(db: Db): Promise<void> {
  if (!(await isSignupEnabled(db))) throw new DomainError('FORBIDDEN', 'Sign up is disabled')
}

export async function signIn(ctx: Context, { email, password }: SignIn): Promise<SignedIn> {
  const known = await findUserByEmail(ctx.db, email)
  const user = await checkPassword(ctx, { email, password, user: known })
  if (!user) throw new DomainError('UNAUTHORIZED', 'Invalid email or password')
  if (user.is_active === 0) throw new DomainError('FORBIDDEN', 'This account is deactivated')
  const mustResetPassword = user.must_reset_password === 1
  return { accessToken: accessTokenOf(ctx, user), user: toUser(user), mustResetPassword }
}

export async function resetPassword(
  ctx: UserContext,
  { currentPassword, newPassword }: ResetPassword,
): Promise<PasswordWasReset> {
  const { user } = ctx.actor
  const email = user.email ?? ''
  if (!(await checkPassword(ctx, { email, password: currentPassword, user })))
    throw invalidField('currentPassword', 'Current password is incorrect')
  const passwordHash = await ctx.passwords.hash(newPassword)
  const changed = await ctx.write('users', async (db) => {
    const now = await findUser(db, user.id)
    if (now?.token_version !== user.token_version) throw new DomainError('UNAUTHORIZED', 'Invalid or expired token')
    return await updatePassword(db, now, passwordHash)
  })
  return { message: 'Password was reset', accessToken: accessTokenOf(ctx, changed) }
}

type Check = { email: string; password: string; user: UserRow | undefined }

/**
 * The user when the password fits, undefined when not or when there is none. Failures are counted, before and
 * after the slow comparison, so that guesses sent at once are no more than guesses sent in turn.
 */
export async function checkPassword(ctx: Context, { email, password, user }: Check): Promise<UserRow | undefined> {
  const account = { email, address: ctx.request.address }
  const limit = { maxFailures: ctx.config.SIGN_IN_MAX_FAILURES, windowMinutes: ctx.config.SIGN_IN_WINDOW_MINUTES }
  await refuseAfterFailures(ctx.db, account, limit)
  const fits = await ctx.passwords.fits(password, user?.password_hash)
  await ctx.write({ account: `${account.email} ${account.address}` }, async (db) => {
    await refuseAfterFailures(db, account, limit)
    if (fits) await forgetFailures(db, account)
    else await rememberFailure(db, account, limit)
  })
  return fits ? user : undefined
}

/** A new user, unless the email is taken. Throws CONFLICT. */
export async function createUser(db: Db, user: NewUser): Promise<UserRow> {
  await refuseTakenEmail(db, user.email)
  return await insertUser(db, user)
}

async function refuseTakenEmail(db: Db, email: string): Promise<void> {
  if (await findUserByEmail(db, email)) throw new DomainError('CONFLICT', 'A user with this email already exists')
}

function accessTokenOf(ctx: Context, user: UserRow): string {
  return ctx.tokens.sign({ userId: user.id, tokenVersion: user.token_version })
}
