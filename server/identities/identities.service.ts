import type { ConnectionStart, Identity, ProviderInput, SignedOut } from '#shared/auth/identity.ts'
import { CONNECTED_ELSEWHERE } from '#shared/auth/refusals.ts'
import { DomainError, notFound } from '#shared/errors.ts'
import type { IdInput } from '#shared/fields.ts'
import type { Message } from '#shared/message.ts'
import { audit } from '../audit/audit.ts'
import { refuseUnconfirmed } from '../auth/factors.service.ts'
import { endOtherSessions, signOut } from '../auth/sessions.service.ts'
import type { Context, SessionContext } from '../context.ts'
import type { OidcProvider } from '../oidc-config.ts'
import { findUser } from '../users/users.repository.ts'
import { baseOf, beginFlow, type Connecting } from './flow.ts'
import { applyMembers } from './groups.ts'
import { deleteIdentity, findIdentity, findIdentityById, listIdentities } from './identities.repository.ts'
import { openId } from './providers.ts'
import { connect } from './sign-in.ts'
import type { Vouched } from './vouched.ts'

export async function listMyIdentities({ db, actor, providers }: SessionContext): Promise<Identity[]> {
  const rows = await listIdentities(db, actor.user.id)
  return rows.map(({ id, provider, email, created_at, last_used_at }) => ({
    id,
    providerId: provider,
    providerName: providers.find(provider)?.name ?? provider,
    email,
    createdAt: created_at,
    lastUsedAt: last_used_at,
  }))
}

/** Begins to connect an identity: it goes on at the provider. */
export async function startConnection(ctx: SessionContext, { id }: ProviderInput): Promise<ConnectionStart> {
  const provider = ctx.providers.get(id)
  refuseUnconfirmed(ctx)
  const { user } = ctx.actor
  const connecting = { userId: user.id, version: user.token_version }
  return { url: await beginFlow(ctx, provider, { connecting }) }
}

/** Connects the identity that came back from the provider. Throws UNAUTHORIZED if the user's tokens ended meanwhile. */
export async function finishConnection(
  ctx: Context,
  { provider, vouched, connecting }: { provider: OidcProvider; vouched: Vouched; connecting: Connecting },
): Promise<void> {
  await ctx.write('users', async (db) => {
    const user = await findUser(db, connecting.userId)
    if (user?.is_active !== 1 || user.token_version !== connecting.version)
      throw new DomainError('UNAUTHORIZED', 'Invalid or expired token')
    const known = await findIdentity(db, vouched)
    if (known && known.user_id !== user.id) throw new DomainError('CONFLICT', CONNECTED_ELSEWHERE)
    if (known) return
    const identity = await connect(db, user, vouched)
    const after = { provider: provider.id, by: 'settings' }
    await audit(db, ctx, { action: 'identity.connected', target: identity.id, byUser: user.id, after })
  })
}

/** Disconnects an identity. What its groups gave ends, and so do the other sessions. */
export async function disconnect(ctx: SessionContext, { id }: IdInput): Promise<Message> {
  refuseUnconfirmed(ctx)
  const { user } = ctx.actor
  const mine = (await listIdentities(ctx.db, user.id)).find((identity) => identity.id === id)
  if (!mine) throw notFound('Identity')
  const refuseLast = (identities: number, hash: string | null | undefined) => {
    if (identities > 1 || hash !== null) return
    throw new DomainError('CONFLICT', 'This is your only way to sign in. Set a password first')
  }
  refuseLast((await listIdentities(ctx.db, user.id)).length, user.password_hash)
  await applyMembers(ctx, { identity: mine, userId: user.id, projectIds: [] })
  await ctx.write('users', async (db) => {
    const identities = await listIdentities(db, user.id)
    if (!identities.some((identity) => identity.id === id)) throw notFound('Identity')
    refuseLast(identities.length, (await findUser(db, user.id))?.password_hash)
    await deleteIdentity(db, mine)
    await endOtherSessions(db, ctx)
    await audit(db, ctx, { action: 'identity.disconnected', target: id, before: { provider: mine.provider } })
  })
  return { message: 'Account disconnected' }
}

/** Ends the session of the caller's token, and says where the one at the provider is ended, if it shall. */
export async function signOutAlsoThere(ctx: SessionContext): Promise<SignedOut> {
  const address = await endSessionAddress(ctx).catch(() => undefined)
  return { ...(await signOut(ctx)), ...(address && { endSessionUrl: address }) }
}

async function endSessionAddress(ctx: SessionContext): Promise<string | undefined> {
  const { identity } = ctx.actor.session
  const row = identity && (await findIdentityById(ctx.db, identity.id))
  const provider = row && ctx.providers.find(row.provider)
  if (!provider?.rpLogout) return undefined
  const { configuration } = await ctx.providers.discover(provider)
  const { buildEndSessionUrl } = await openId()
  return buildEndSessionUrl(configuration, { post_logout_redirect_uri: `${baseOf(ctx)}/login` }).href
}
