import type { Session } from '../authorize.ts'
import type { Db } from '../database/databases.ts'
import { type Param, prepared } from '../database/prepared.ts'
import type { UserRow } from '../database/tables.ts'

/** The user, unless deleted or signed out of this session. */
export async function findUserOfSession(
  db: Db,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<UserRow | undefined> {
  const [row] = await userOfSession(db, { userId, sessionId })
  return row
}

/** A single query, because it runs for every call of a user. */
const userOfSession = prepared((db, param: Param<{ userId: string; sessionId: string }>) =>
  db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', param('userId'))
    .where('deleted_at', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(eb.selectFrom('ended_sessions').select('id').where('ended_sessions.id', '=', param('sessionId'))),
      ),
    ),
)

export async function endSession(db: Db, { id, expiresAt }: Session): Promise<void> {
  await db.deleteFrom('ended_sessions').where('expires_at', '<=', new Date().toISOString()).execute()
  await db
    .insertInto('ended_sessions')
    .values({ id, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
