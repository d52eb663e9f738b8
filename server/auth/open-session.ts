import type { SessionFactor } from '#shared/auth/session.ts'
import type { SessionActor, SessionIdentity } from '../authorize.ts'
import type { Context } from '../context.ts'
import type { Db } from '../database/databases.ts'
import type { UserRow } from '../database/tables.ts'
import { lacksRequiredFactor } from './factors.repository.ts'
import { endSession, insertSession } from './sessions.repository.ts'

type Opened = { accessToken: string; actor: SessionActor }

/** Begins a session of a user. The actor is the user in it. */
export async function openSession(
  db: Db,
  { tokens, request }: Context,
  user: UserRow,
  factor: SessionFactor | null = null,
  identity: SessionIdentity | null = null,
): Promise<Opened> {
  const { network, agent } = request
  const row = await insertSession(db, user, { network, agent, factor, identity })
  const { id, created_at: createdAt, expires_at: expiresAt, confirmed_at: confirmedAt } = row
  const mustSetUpFactor = factor !== 'provider' && (await lacksRequiredFactor(db, user.id))
  return {
    accessToken: tokens.sign({ userId: user.id, sessionId: id, createdAt, expiresAt }),
    actor: {
      kind: 'user',
      user,
      session: { id, expiresAt, factor, confirmedAt, mustSetUpFactor, identity, legacyVersion: null },
    },
  }
}

/** Ends the session whose token came with a sign-in: the new session takes its place. */
export async function endFormerSession(db: Db, { tokens, request }: Context): Promise<void> {
  const [, token = ''] = /^bearer +(\S+) *$/i.exec(request.authorization ?? '') ?? []
  const claims = tokens.verify(token)
  if (!claims) return
  const { userId, sessionId: id, legacyVersion, expiresAtMs } = claims
  await endSession(db, { id: userId }, { id, legacyVersion, expiresAt: new Date(expiresAtMs).toISOString() })
}
