import type { SignedIn } from '#shared/auth/auth.ts'
import type { SignInOidc } from '#shared/auth/identity.ts'
import { SIGN_IN_LOST } from '#shared/auth/refusals.ts'
import type { SessionFactor } from '#shared/auth/session.ts'
import { DomainError, invalidField } from '#shared/errors.ts'
import { NAME_MAX } from '#shared/limits.ts'
import { audit } from '../audit/audit.ts'
import { refuseUnusableAccount } from '../auth/account-state.ts'
import { enter } from '../auth/auth.service.ts'
import { checkPassword } from '../auth/check-password.ts'
import { rememberNetwork } from '../auth/known-networks.ts'
import { withSecondFactor } from '../auth/second-factor.ts'
import { useTicket } from '../auth/tickets.ts'
import type { Context } from '../context.ts'
import type { Db } from '../database/databases.ts'
import type { UserRow } from '../database/tables.ts'
import type { OidcProvider } from '../oidc-config.ts'
import { dropTempPassword, findUser, insertUser, revokeTokens } from '../users/users.repository.ts'
import { type Account, accountOf } from './account-of.ts'
import { endFlow } from './flow.ts'
import { applyAdminGroup, applyMembers, projectsOfGroups } from './groups.ts'
import { type IdentityRow, insertIdentity, noteSignIn } from './identities.repository.ts'
import { isRecent, openPending, type Pending } from './pending.ts'
import type { Vouched } from './vouched.ts'

const lost = () => new DomainError('UNAUTHORIZED', SIGN_IN_LOST)

/** Signs in who came back from a provider. Throws CONFLICT while the password of the account is needed. */
export async function signInByIdentity(ctx: Context, { ticket, password }: SignInOidc): Promise<SignedIn> {
  const pending = openPending(ctx, ticket)
  const provider = pending && ctx.providers.find(pending.vouched.providerId)
  if (!pending || !provider) throw lost()
  const account = await accountOf(ctx.db, provider, pending.vouched)
  if (account.by === 'password') await refuseWithoutPassword(ctx, account.user, password)
  else if (!isRecent(pending)) throw lost()
  const proven = {
    ...pending,
    isProven: account.by === 'password',
    ...(account.by !== 'provision' && { version: account.user.token_version }),
  }
  return await complete(ctx, proven, await factorOf(ctx, account, proven))
}

async function refuseWithoutPassword(ctx: Context, user: UserRow, password: string | null | undefined): Promise<void> {
  if (!password) {
    const needed = 'Enter the password of your account to connect it'
    throw new DomainError('CONFLICT', needed, { shownCode: 'PASSWORD_NEEDED' })
  }
  if (!(await checkPassword(ctx, { account: user.email ?? '', password, user })))
    throw invalidField('password', 'Invalid password')
  refuseUnusableAccount(user)
}

/** Assay asks for its own second factor, unless the provider asked for one that the configuration accepts. */
async function factorOf(ctx: Context, account: Account, pending: Pending): Promise<SessionFactor | null> {
  if (pending.vouched.hasFactor) return 'provider'
  if (account.by === 'provision') return null
  return await withSecondFactor(ctx, account.user, {}, async () => null, { pending: JSON.stringify(pending) })
}

/** Goes on after the second factor, with what its ticket held. */
export async function completeHeld(ctx: Context, held: string, factor: SessionFactor | null): Promise<SignedIn> {
  return await complete(ctx, JSON.parse(held) as Pending, factor)
}

async function complete(ctx: Context, pending: Pending, factor: SessionFactor | null): Promise<SignedIn> {
  const { vouched } = pending
  const provider = ctx.providers.find(vouched.providerId)
  if (!provider) throw lost()
  const { user, identity } = await ctx.write('users', async (db) => {
    await useTicket(db, pending, lost())
    return await admit(db, ctx, provider, pending)
  })
  await applyMembers(ctx, { identity, userId: user.id, projectIds: projectsOfGroups(provider, vouched) })
  endFlow(ctx)
  return await ctx.write(null, async (db) => {
    await rememberNetwork(db, user.id, ctx.request.network)
    const of = { id: identity.id, providerSession: vouched.providerSession }
    return await enter(db, ctx, user, { factor, identity: of, provider: provider.id })
  })
}

type Admitted = { user: UserRow; identity: IdentityRow }

/** The account may have changed since it was looked up. */
async function admit(db: Db, ctx: Context, provider: OidcProvider, pending: Pending): Promise<Admitted> {
  const { vouched } = pending
  const account = await accountOf(db, provider, vouched)
  if (account.by === 'password' && !pending.isProven) throw lost()
  const { version } = pending
  if (account.by !== 'provision' && version !== undefined && account.user.token_version !== version) throw lost()
  const { user, identity } = await identified(db, ctx, { provider, vouched, account })
  await noteSignIn(db, identity, { provider: provider.id, email: vouched.email })
  return { user: await applyAdminGroup(db, ctx, { provider, vouched, user }), identity }
}

type Identifying = { provider: OidcProvider; vouched: Vouched; account: Account }

async function identified(db: Db, ctx: Context, { provider, vouched, account }: Identifying): Promise<Admitted> {
  if (account.by === 'identity') return account
  if (account.by === 'provision') {
    const user = await provision(db, ctx, { provider, vouched, email: account.email })
    return { user, identity: await connect(db, user, vouched) }
  }
  const identity = await connect(db, account.user, vouched)
  const after = { provider: provider.id, by: account.by }
  await audit(db, ctx, { action: 'identity.connected', target: identity.id, byUser: account.user.id, after })
  return { user: account.by === 'trust' ? await takenOver(db, account.user) : account.user, identity }
}

/** An administrator only by the group, also if there is no other user. */
async function provision(
  db: Db,
  ctx: Context,
  { provider, vouched, email }: { provider: OidcProvider; vouched: Vouched; email: string },
): Promise<UserRow> {
  const given = vouched.name ?? email.slice(0, email.lastIndexOf('@'))
  const name = Array.from(given).slice(0, NAME_MAX).join('')
  const user = await insertUser(db, { email, name, passwordHash: null })
  const after = { isAdmin: false, provider: provider.id }
  await audit(db, ctx, { action: 'user.created', target: user.id, byUser: user.id, after })
  return user
}

/** Whoever used the account before did not prove the address: their sessions end, and so does a temporary password. */
async function takenOver(db: Db, user: UserRow): Promise<UserRow> {
  if (user.must_reset_password === 1) await dropTempPassword(db, user)
  await revokeTokens(db, user.id)
  return (await findUser(db, user.id)) ?? user
}

/** Connects an identity to a user. */
export async function connect(db: Db, user: UserRow, vouched: Vouched): Promise<IdentityRow> {
  const { providerId: provider, issuer, subject, email } = vouched
  return await insertIdentity(db, { user_id: user.id, provider, issuer, subject, email })
}
