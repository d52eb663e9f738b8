import type { Message } from '#shared/message.ts'
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
  })
  return { message: 'Signed out' }
}

export async function signOutEverywhere(ctx: UserContext): Promise<Message> {
  await ctx.write('users', async (db) => await revokeTokens(db, ctx.actor.user.id))
  return { message: 'Signed out everywhere' }
}
