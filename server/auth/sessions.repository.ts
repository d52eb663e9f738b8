import type { Insertable, Selectable } from 'kysely'
import { SESSION_DAYS, SESSIONS_MAX } from '#shared/auth/session.ts'
import type { Session, SessionIdentity } from '../authorize.ts'
import type { Config } from '../config.ts'
import type { SessionTable } from '../database/auth-tables.ts'
import { noteChange } from '../database/changes.ts'
import type { Db } from '../database/databases.ts'
import { newId } from '../database/new-id.ts'
import { type Param, prepared } from '../database/prepared.ts'
import type { UserRow } from '../database/tables.ts'
import { DAY_MS, HOUR_MS, timeAgo, timeIn } from '../times.ts'
import { lacksFactor } from './factors.repository.ts'
import { USE_MS } from './last-use.ts'
import type { Claims } from './tokens.ts'

/** No user has this token version. */
const NO_VERSION = -1

type FoundSession = { user: UserRow; session: Session; /** Null without a row. */ lastUsedAt: string | null }

/** A session and its user, unless one of them has ended. */
export async function findSession(
  db: Db,
  { userId, sessionId, legacyVersion, expiresAtMs }: Claims,
): Promise<FoundSession | undefined> {
  const [row] = await userOfSession(db, { userId, sessionId, version: legacyVersion ?? NO_VERSION })
  if (!row) return undefined
  const session = {
    id: sessionId,
    expiresAt: new Date(expiresAtMs).toISOString(),
    factor: row.session_factor,
    confirmedAt: row.session_confirmed_at ?? timeAgo(SESSION_DAYS * DAY_MS, expiresAtMs),
    mustSetUpFactor: row.lacks_factor === 1 && row.session_factor !== 'provider',
    identity:
      row.session_identity === null ? null : { id: row.session_identity, providerSession: row.provider_session },
    legacyVersion,
  }
  return { user: row, session, lastUsedAt: row.session_used_at }
}

/** A single query, because it runs for every call of a user. */
const userOfSession = prepared((db, param: Param<{ userId: string; sessionId: string; version: number }>) =>
  db
    .selectFrom('users')
    .leftJoin('sessions', (join) =>
      join
        .on('sessions.id', '=', param('sessionId'))
        .onRef('sessions.user_id', '=', 'users.id')
        .onRef('sessions.token_version', '=', 'users.token_version'),
    )
    .selectAll('users')
    .select([
      'sessions.factor as session_factor',
      'sessions.confirmed_at as session_confirmed_at',
      'sessions.last_used_at as session_used_at',
      'sessions.identity as session_identity',
      'sessions.provider_session',
      lacksFactor.as('lacks_factor'),
    ])
    .where('users.id', '=', param('userId'))
    .where('users.deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('sessions.id', 'is not', null),
        eb.and([
          eb('users.token_version', '=', param('version')),
          eb.not(
            eb.exists(eb.selectFrom('ended_sessions').select('id').where('ended_sessions.id', '=', param('sessionId'))),
          ),
        ]),
      ]),
    ),
)

/** The session of a call, unless it ended meanwhile. */
export async function findOpenSession(db: Db, userId: string, session: Session): Promise<FoundSession | undefined> {
  const { id: sessionId, legacyVersion, expiresAt } = session
  return await findSession(db, { userId, sessionId, legacyVersion, expiresAtMs: Date.parse(expiresAt) })
}

/** Whether a session was unused for too long. */
export function hasIdled({ SESSION_IDLE_HOURS }: Config, lastUsedAt: string | null): boolean {
  if (SESSION_IDLE_HOURS === 0 || lastUsedAt === null) return false
  return lastUsedAt < timeAgo(SESSION_IDLE_HOURS * HOUR_MS)
}

/** Records a use, unless one was recorded since `before`. */
export async function updateLastUse(
  db: Db,
  { id }: Session,
  { network, before }: { network: string; before: string },
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_used_at: new Date().toISOString(), network })
    .where('id', '=', id)
    .where('last_used_at', '<', before)
    .execute()
}

type Row = Selectable<SessionTable>
type NewSession = Pick<Row, 'network' | 'agent' | 'factor'> & { identity?: SessionIdentity | null }

/** Begins a session. If its user then has more than 50, ends one of the others. */
export async function insertSession(db: Db, user: UserRow, from: NewSession): Promise<Row> {
  // Tokens have seconds.
  const now = Math.floor(Date.now() / 1000) * 1000
  const expiresAt = timeIn(SESSION_DAYS * DAY_MS, now)
  return await insertRow(db, user, { ...from, id: newId(), expires_at: expiresAt }, new Date(now).toISOString())
}

/** Gives the session of an earlier version a row, so that it stays when all others end. */
export async function adoptSession(db: Db, user: UserRow, { id, expiresAt }: Session, from: NewSession): Promise<void> {
  await insertRow(db, user, { ...from, id, expires_at: expiresAt }, new Date().toISOString())
}

async function insertRow(
  db: Db,
  user: UserRow,
  { identity = null, ...from }: NewSession & Pick<Row, 'id' | 'expires_at'>,
  now: string,
): Promise<Row> {
  await makeRoom(db, user, from)
  const row = {
    ...from,
    user_id: user.id,
    token_version: user.token_version,
    created_at: now,
    confirmed_at: now,
    last_used_at: new Date().toISOString(),
    identity: identity?.id ?? null,
    provider_session: identity?.providerSession ?? null,
  } satisfies Insertable<SessionTable>
  await db.insertInto('sessions').values(row).execute()
  return row
}

/** A script that signs in again and again ends its own sessions first. */
async function makeRoom(db: Db, user: UserRow, { network, agent }: NewSession): Promise<void> {
  await deleteEnded(db, user)
  const columns = ['id', 'created_at', 'last_used_at', 'network', 'agent'] as const
  const rows = await ofUser(db, user).select(columns).execute()
  if (rows.length < SESSIONS_MAX) return
  const stayOf = (row: (typeof rows)[number]) => rankOf(row, row.network === network && row.agent === agent)
  const [first] = rows.toSorted((a, b) => stayOf(a) - stayOf(b) || (a.last_used_at < b.last_used_at ? -1 : 1))
  if (first) await deleteRow(db, user, first.id)
}

/**
 * The rank of a session: the lowest ends first. One in use may have a recorded use of an interval ago, so a newer
 * sign-in that was never used again must not outlive it.
 */
function rankOf({ created_at, last_used_at }: Pick<Row, 'created_at' | 'last_used_at'>, isAlike: boolean): number {
  const usedAt = Date.parse(last_used_at)
  const isFresh = usedAt > Date.now() - 2 * USE_MS
  const isInUse = isFresh && usedAt >= Date.parse(created_at) + USE_MS
  return isInUse ? 4 : Number(!isAlike) * 2 + Number(isFresh)
}

async function deleteEnded(db: Db, { id, token_version }: UserRow): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('user_id', '=', id)
    .where((eb) => eb.or([eb('expires_at', '<=', new Date().toISOString()), eb('token_version', '<>', token_version)]))
    .execute()
}

const ofUser = (db: Db, user: UserRow) =>
  db
    .selectFrom('sessions')
    .where('user_id', '=', user.id)
    .where('token_version', '=', user.token_version)
    .where('expires_at', '>', new Date().toISOString())

/** The open sessions of a user, those used last first. */
export async function listSessions(db: Db, user: UserRow): Promise<Row[]> {
  return await ofUser(db, user).selectAll().orderBy('last_used_at', 'desc').orderBy('id', 'desc').execute()
}

/** Ends a session of a user, and its live streams. Returns whether there was one. */
export async function endSession(db: Db, user: Pick<UserRow, 'id'>, session: Ended): Promise<boolean> {
  noteChange(db, { kind: 'user', userId: user.id })
  if (session.legacyVersion != null) await noteEnd(db, session)
  return await deleteRow(db, user, session.id)
}

type Ended = Pick<Session, 'id'> & Partial<Pick<Session, 'expiresAt' | 'legacyVersion'>>

async function deleteRow(db: Db, { id: userId }: Pick<UserRow, 'id'>, id: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return deleted.numDeletedRows > 0n
}

async function noteEnd(db: Db, { id, expiresAt }: Ended): Promise<void> {
  await db.deleteFrom('ended_sessions').where('expires_at', '<=', new Date().toISOString()).execute()
  await db
    .insertInto('ended_sessions')
    .values({ id, expires_at: expiresAt as string })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Ends all sessions of a user but one, after the user got another token version. */
export async function keepSession(db: Db, user: UserRow, { id }: Session): Promise<boolean> {
  const kept = await db
    .updateTable('sessions')
    .set({ token_version: user.token_version })
    .where('id', '=', id)
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow()
  return kept.numUpdatedRows > 0n
}

/** Records that the user proved to be themself. Returns false for a session of an earlier version, without a row. */
export async function updateConfirmed(db: Db, user: UserRow, { id }: Session): Promise<boolean> {
  const updated = await db
    .updateTable('sessions')
    .set({ confirmed_at: new Date().toISOString() })
    .where('id', '=', id)
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow()
  return updated.numUpdatedRows > 0n
}

/** Ends the sessions that an identity began: all, or those of one session at the provider and of none. */
export async function endSessionsOf(
  db: Db,
  { user_id, id }: { user_id: string; id: string },
  providerSession: string | null = null,
): Promise<number> {
  noteChange(db, { kind: 'user', userId: user_id })
  const ended = db.deleteFrom('sessions').where('user_id', '=', user_id).where('identity', '=', id)
  const some =
    providerSession === null
      ? ended
      : ended.where((eb) => eb.or([eb('provider_session', '=', providerSession), eb('provider_session', 'is', null)]))
  return Number((await some.executeTakeFirstOrThrow()).numDeletedRows)
}

export async function deleteSessions(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute()
}
