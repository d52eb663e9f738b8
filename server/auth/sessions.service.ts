import type { Message } from '#shared/message.ts'
import { audit } from '../audit/audit.ts'
import type { SessionContext, UserContext } from '../context.ts'
import { noteChange } from '../database/changes.ts'
import { revokeTokens } from '../users/users.repository.ts'
import { endSession } from './sessions.repository.ts'

/** Ends the session of the caller's token, and its live streams. */
export async function signOut(ctx: SessionContext): Promise<Message> {
  const { user, session } = ctx.actor
  await ctx.write(null, async (db) => {
    await endSession(db, session)
    noteChange(db, { kind: 'user', userId: user.id })
    await audit(db, ctx, { action: 'session.ended', target: session.id })
  })
  return { message: 'Signed out' }
}

export async function signOutEverywhere(ctx: UserContext): Promise<Message> {
  const { id } = ctx.actor.user
  await ctx.write('users', async (db) => {
    await revokeTokens(db, id)
    await audit(db, ctx, { action: 'sessions.ended', target: id })
  })
  return { message: 'Signed out everywhere' }
}
