import {
  type AdminStats,
  type ChangeSettings,
  type CreatedUser,
  type CreateUser,
  type ListedUser,
  type PasswordResetByAdmin,
  type SetSignupEnabled,
  type Settings,
} from '#shared/admin/admin.ts'
import type { MfaRequired } from '#shared/auth/mfa-required.ts'
import type { IdInput } from '#shared/fields.ts'
import { DomainError, notFound } from '#shared/errors.ts'
import type { Message } from '#shared/message.ts'
import type { PageInput } from '#shared/page.ts'
import type { User } from '#shared/users/user.ts'
import { audit } from '../audit/audit.ts'
import { claimPersonal } from '../audit/audit.repository.ts'
import { mailAccountChange } from '../auth/account-change-mail.ts'
import { refuseOwnAccount } from '../auth/account-state.ts'
import { createUser } from '../auth/auth.service.ts'
import { refuseWeakPassword } from '../auth/password-policy.ts'
import {
  readMfaRequired,
  readPasswordPolicy,
  readSignupEnabled,
  writeMfaRequired,
  writePasswordPolicy,
  writeSignupEnabled,
} from '../auth/settings.repository.ts'
import { deleteTokensOf } from '../api-tokens/api-tokens.repository.ts'
import { deleteFactors, listFactorKinds, listFactors } from '../auth/factors.repository.ts'
import { deleteSessions } from '../auth/sessions.repository.ts'
import { forgetNetworks } from '../auth/known-networks.ts'
import { deleteAllFailures } from '../auth/sign-in-limit.ts'
import type { Context, UserContext } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { once } from '../http/idempotency.ts'
import type { UserRow } from '../database/tables.ts'
import { deleteIdentitiesOf, listAddresses, listProvidersOf } from '../identities/identities.repository.ts'
import { deleteInvitesTo } from '../invites/invites.repository.ts'
import { isMailOn, sendMail } from '../mail/send-mail.ts'
import { transferMemberships } from '../members/members.repository.ts'
import { offsetPage, type Page, rowsToRead, totalOf } from '../http/paging.ts'
import {
  awaitHolders,
  findUser,
  markUserDeleted,
  setTempPassword,
  toUser,
  updateIsActive,
} from '../users/users.repository.ts'
import { accountMail } from './account-mail.ts'
import { listUserRows, readStats } from './admin.repository.ts'
import { newTempPassword } from './temp-password.ts'

export async function getStats({ db }: Context): Promise<AdminStats> {
  return await readStats(db)
}

export async function listUsers({ db, providers }: Context, part: PageInput): Promise<Page<ListedUser>> {
  const rows = await listUserRows(db, rowsToRead(part.limit), part.offset)
  const page = offsetPage(rows, part, await totalOf(rows, part, async () => (await readStats(db)).totalUsers))
  const ids = page.items.map(({ id }) => id)
  const factors = Map.groupBy(await listFactorKinds(db, ids), ({ user_id }) => user_id)
  const identities = Map.groupBy(await listProvidersOf(db, ids), ({ user_id }) => user_id)
  const items = page.items.map((row) => ({
    ...toUser(row),
    hasPassword: row.password_hash !== null,
    secondFactors: unique((factors.get(row.id) ?? []).map(({ kind }) => kind)),
    providers: unique((identities.get(row.id) ?? []).map(({ provider }) => providers.find(provider)?.name ?? provider)),
  }))
  return { ...page, items }
}

const unique = <T>(all: T[]): T[] => [...new Set(all)]

/** Without a password a temporary one is generated. It is returned once and must be replaced within 7 days. */
export async function addUser(ctx: UserContext, input: CreateUser): Promise<CreatedUser> {
  const { email, name, password, isAdmin } = input
  const temporary = password == null ? newTempPassword() : null
  const tempPassword = temporary?.tempPassword ?? null
  const tempPasswordExpiresAt = temporary?.expiresAt ?? null
  if (password != null) await refuseWeakPassword(ctx, { password, field: 'password', of: input })
  const passwordHash = await ctx.passwords.hash(password ?? (tempPassword as string), {
    rank: 'known',
    caller: ctx.request.network,
  })
  return await ctx.write('users', async (db) => {
    const create = async () => {
      const user = { email, name, passwordHash, isAdmin: isAdmin === true, tempPasswordExpiresAt }
      const made = toUser(await createUser(db, user))
      const after = { isAdmin: made.isAdmin, mustResetPassword: made.mustResetPassword }
      await audit(db, ctx, { action: 'user.created', target: made.id, after })
      if (!isMailOn(ctx)) return { ...made, tempPassword }
      const isTold = tempPassword !== null || input.sendInvite === true
      const mail = accountMail({ user: made, tempPassword, by: ctx.actor.user }, ctx.config.PUBLIC_URL ?? '')
      return { ...made, tempPassword, isMailed: isTold && (await sendMail(db, ctx, mail)) }
    }
    return await once(db, ctx, ['user', input], create, { isSecret: true })
  })
}

export async function toggleUserStatus(ctx: UserContext, { id }: IdInput): Promise<User> {
  return await ctx.write('users', async (db) => {
    const user = await findNonAdmin(db, id, 'Admin users cannot be deactivated')
    const isActive = user.is_active === 0
    await audit(db, ctx, { action: 'user.changed', target: id, before: { isActive: !isActive }, after: { isActive } })
    return toUser(await updateIsActive(db, user, isActive))
  })
}

/** The user's records stay. The deleting administrator becomes the owner of the user's projects. */
export async function deleteUser(ctx: UserContext, { id }: IdInput): Promise<Message> {
  return await ctx.write({ users: 'with', projectsOf: id }, async (db) => {
    await awaitHolders(db, id)
    const user = await findNonAdmin(db, id, 'Admin users cannot be deleted')
    const takenOver = await transferMemberships(db, user.id, ctx.actor.user.id)
    const addresses = await listAddresses(db, user)
    await claimPersonal(db, user.id, addresses)
    await deleteAllFailures(db, addresses)
    await deleteInvitesTo(db, addresses)
    await markUserDeleted(db, user.id)
    await forgetNetworks(db, user.id)
    await deleteSessions(db, user.id)
    await deleteFactors(db, user.id)
    await deleteIdentitiesOf(db, user.id)
    await deleteTokensOf(db, user.id)
    await audit(db, ctx, { action: 'user.deleted', target: id, after: { projectsTakenOver: takenOver } })
    return { message: 'User deleted' }
  })
}

export async function getSettings(ctx: Context): Promise<Settings> {
  return await readSettings(ctx, ctx.db)
}

export async function setSignupEnabled(ctx: UserContext, { enabled }: SetSignupEnabled): Promise<Settings> {
  return await ctx.write('users', async (db) => {
    const before = { signup_enabled: await readSignupEnabled(db) }
    await writeSignupEnabled(db, enabled)
    await audit(db, ctx, { action: 'settings.changed', before, after: { signup_enabled: enabled } })
    return { signup_enabled: enabled }
  })
}

export async function changeSettings(ctx: UserContext, change: ChangeSettings): Promise<Settings> {
  const { passwordPolicy, mfaRequired } = change
  return await ctx.write('users', async (db) => {
    const before = { passwordPolicy: await readPasswordPolicy(db), mfaRequired: await readMfaRequired(db) }
    if (passwordPolicy !== undefined) await writePasswordPolicy(db, passwordPolicy)
    if (mfaRequired !== undefined) await requireFactors(db, ctx, mfaRequired)
    if (Object.keys(change).length > 0)
      await audit(db, ctx, { action: 'settings.changed', before, after: { ...before, ...change } })
    return await readSettings(ctx, db)
  })
}

/** An administrator without a second factor would be locked out of this setting at once. */
async function requireFactors(db: Db, { actor }: UserContext, required: MfaRequired): Promise<void> {
  if (required !== 'off' && (await listFactors(db, actor.user.id)).length === 0)
    throw new DomainError('FORBIDDEN', 'Set up a second factor for yourself first')
  await writeMfaRequired(db, required)
}

async function readSettings({ config }: Context, db: Db): Promise<Settings> {
  const passwordPolicy = await readPasswordPolicy(db)
  const mfaRequired = await readMfaRequired(db)
  return {
    signup_enabled: await readSignupEnabled(db),
    ...(passwordPolicy !== 'spec' && { passwordPolicy }),
    ...(mfaRequired !== 'off' && { mfaRequired }),
    ...(isMailOn({ config }) && { mail_enabled: true }),
  }
}

/** Gives a user a temporary password, which must be replaced at the next sign-in. Ends all sessions. */
export async function resetUserPassword(ctx: UserContext, { id }: IdInput): Promise<PasswordResetByAdmin> {
  if (ctx.actor.token) refuseOwnAccount(ctx.actor, id, 'Change your own password')
  const { tempPassword, expiresAt } = newTempPassword()
  const passwordHash = await ctx.passwords.hash(tempPassword, { rank: 'known', caller: ctx.request.network })
  return await ctx.write('users', async (db) => {
    const user = await findUser(db, id)
    if (!user) throw notFound('User')
    await setTempPassword(db, user, { passwordHash, expiresAt })
    await audit(db, ctx, { action: 'password.reset', target: id })
    await mailAccountChange(db, ctx, user, { what: 'password reset', by: ctx.actor.user.name })
    return { tempPassword }
  })
}

async function findNonAdmin(db: Db, userId: string, refusal: string): Promise<UserRow> {
  const user = await findUser(db, userId)
  if (!user) throw notFound('User')
  if (user.is_admin === 1) throw new DomainError('FORBIDDEN', refusal)
  return user
}
