import { type Session, SESSION_DAYS } from '#shared/auth/session.ts'
import { DomainError, notFound } from '#shared/errors.ts'
import type { IdInput } from '#shared/fields.ts'
import type { Message } from '#shared/message.ts'
import type { PageInput } from '#shared/page.ts'
import { audit } from '../audit/audit.ts'
import type { SessionContext, UserContext } from '../context.ts'
import type { Db } from '../database/databases.ts'
import type { UserRow } from '../database/tables.ts'
import { type Page, slicePage } from '../http/paging.ts'
import { DAY_MS, timeAgo } from '../times.ts'
import { findUser, revokeTokens } from '../users/users.repository.ts'
import {
  adoptSession,
  endSession,
  findOpenSession,
  hasIdled,
  keepSession,
  listSessions,
  updateConfirmed,
} from './sessions.repository.ts'

/** The caller's open sessions: the present one first, then those used last. */
export async function listMySessions(ctx: SessionContext, part: PageInput): Promise<Page<Session>> {
  const { user, session } = ctx.actor
  const rows = await listSessions(ctx.db, user)
  const open = rows.filter(({ id, last_used_at }) => id === session.id || !hasIdled(ctx.config, last_used_at))
  const sessions = open.map((row) => ({
    id: row.id,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
    network: row.network,
    agent: row.agent,
    factor: row.factor,
    isCurrent: row.id === session.id,
  }))
  const current = sessions.find(({ isCurrent }) => isCurrent) ?? legacySession(ctx)
  return slicePage([current, ...sessions.filter(({ isCurrent }) => !isCurrent)], part)
}

/** Sessions of earlier versions have no row: what the call itself tells. */
function legacySession({ actor, request }: SessionContext): Session {
  const { id, expiresAt, factor } = actor.session
  return {
    id,
    createdAt: timeAgo(SESSION_DAYS * DAY_MS, Date.parse(expiresAt)),
    lastUsedAt: new Date().toISOString(),
    expiresAt,
    network: request.network,
    agent: request.agent,
    factor,
    isCurrent: true,
  }
}

/** Ends the session of the caller's token, and its live streams. */
export async function signOut(ctx: SessionContext): Promise<Message> {
  const { user, session } = ctx.actor
  await ctx.write(null, async (db) => {
    await endSession(db, user, session)
    await audit(db, ctx, { action: 'session.ended', target: session.id })
  })
  return { message: 'Signed out' }
}

/** Ends one of the caller's sessions. */
export async function endMySession(ctx: SessionContext, { id }: IdInput): Promise<Message> {
  const { user, session } = ctx.actor
  if (id === session.id) return await signOut(ctx)
  await ctx.write(null, async (db) => {
    if (!(await endSession(db, user, { id }))) throw notFound('Session')
    await audit(db, ctx, { action: 'session.ended', target: id })
  })
  return { message: 'Signed out' }
}

/** Ends all of the caller's sessions but the present one. */
export async function endMyOtherSessions(ctx: SessionContext): Promise<Message> {
  await ctx.write('users', async (db) => {
    await endOtherSessions(db, ctx)
    const { user, session } = ctx.actor
    await audit(db, ctx, { action: 'sessions.ended', target: user.id, after: { kept: session.id } })
  })
  return { message: 'Signed out everywhere else' }
}

export async function endOtherSessions(db: Db, ctx: SessionContext): Promise<void> {
  const { id } = await userOfOpenSession(db, ctx)
  await revokeTokens(db, id)
  const user = await findUser(db, id)
  if (user && !(await keepSession(db, user, ctx.actor.session))) await adopt(db, ctx, user)
}

/** The user of the call's session. Throws UNAUTHORIZED if the session ended since the call began. */
export async function userOfOpenSession(db: Db, { actor }: SessionContext): Promise<UserRow> {
  const found = await findOpenSession(db, actor.user.id, actor.session)
  if (!found) throw sessionEnded()
  return found.user
}

const sessionEnded = () => new DomainError('UNAUTHORIZED', 'Invalid or expired token')

/** Notes that the user proved in this session to be themself. */
export async function confirmSession(db: Db, ctx: SessionContext): Promise<void> {
  const user = await userOfOpenSession(db, ctx)
  if (!(await updateConfirmed(db, user, ctx.actor.session))) await adopt(db, ctx, user)
}

/** Gives a row to a session of an earlier version. Another without a row ended since it was read. */
async function adopt(db: Db, { actor, request }: SessionContext, user: UserRow): Promise<void> {
  if (actor.session.legacyVersion === null) throw sessionEnded()
  const { network, agent } = request
  await adoptSession(db, user, actor.session, { network, agent, factor: null })
}

export async function signOutEverywhere(ctx: UserContext): Promise<Message> {
  const { id } = ctx.actor.user
  await ctx.write('users', async (db) => {
    await revokeTokens(db, id)
    await audit(db, ctx, { action: 'sessions.ended', target: id })
  })
  return { message: 'Signed out everywhere' }
}

/** Ends all sessions of any user, for administrators. */
export async function signOutUser(ctx: UserContext, { id }: IdInput): Promise<Message> {
  await ctx.write('users', async (db) => {
    if (!(await findUser(db, id))) throw notFound('User')
    await revokeTokens(db, id)
    await audit(db, ctx, { action: 'sessions.ended', target: id })
  })
  return { message: 'User signed out' }
}
