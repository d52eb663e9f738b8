import { sql } from 'kysely'
import { USER_SEARCH_LIMIT } from '#shared/limits.ts'
import type { User, UserMatch } from '#shared/users/user.ts'
import type { Db } from '../database/databases.ts'
import { noteChange } from '../database/changes.ts'
import { isPostgres } from '../database/dialect.ts'
import { newId } from '../database/new-id.ts'
import { type Param, prepared } from '../database/prepared.ts'
import type { UserRow } from '../database/tables.ts'

/** The user, unless deleted. */
export async function findUser(db: Db, userId: string): Promise<UserRow | undefined> {
  const [row] = await userById(db, { userId })
  return row
}

const userById = prepared((db, param: Param<{ userId: string }>) =>
  db.selectFrom('users').selectAll().where('id', '=', param('userId')).where('deleted_at', 'is', null),
)

/** The user, unless deleted. A deletion or an erasure waits until the transaction has ended, and sees what it wrote. */
export async function holdUser(db: Db, userId: string): Promise<UserRow | undefined> {
  return await db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .$if(isPostgres(db), (query) => query.forKeyShare())
    .executeTakeFirst()
}

/** Waits for the transactions that hold a user (`holdUser`). SQLite has one writer at a time. */
export async function awaitHolders(db: Db, userId: string): Promise<void> {
  if (isPostgres(db)) await db.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
}

export async function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  return await db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()
}

/** Whether there are no users yet. The first user becomes an administrator. */
export async function hasNoUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined
}

/** Whether nobody administers the site. A deleted user cannot. */
export async function hasNoAdmin(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').where('is_admin', '=', 1).limit(1).executeTakeFirst()) === undefined
}

export type NewUser = {
  email: string
  name: string
  /** Null if the user signs in by another provider only. */
  passwordHash: string | null
  isAdmin?: boolean
  /** For a temporary password, which must be reset. */
  tempPasswordExpiresAt?: string | null
}

export async function insertUser(db: Db, { email, name, passwordHash, ...user }: NewUser): Promise<UserRow> {
  const row: UserRow = {
    id: newId(),
    email,
    name,
    search_text: searchText(name, email),
    password_hash: passwordHash,
    is_admin: user.isAdmin ? 1 : 0,
    is_active: 1,
    must_reset_password: user.tempPasswordExpiresAt ? 1 : 0,
    temp_password_expires_at: user.tempPasswordExpiresAt ?? null,
    token_version: 0,
    created_at: new Date().toISOString(),
    deleted_at: null,
    erasing: null,
  }
  await db.insertInto('users').values(row).execute()
  return row
}

const searchText = (name: string, email: string | null) => `${name}\n${email ?? ''}`.toLowerCase()

/** The first step of what follows a change of a name (erasure/erasures.repository.ts). */
export const RENAMED_RUNS = 'renamed-runs'

export async function updateName(db: Db, user: UserRow, name: string): Promise<UserRow> {
  const change = { name, search_text: searchText(name, user.email), erasing: `${RENAMED_RUNS}:` }
  await db.updateTable('users').set(change).where('id', '=', user.id).execute()
  return { ...user, ...change }
}

/** Sets a password chosen by the user and revokes all earlier tokens. */
export async function updatePassword(db: Db, user: UserRow, passwordHash: string): Promise<UserRow> {
  const change = {
    password_hash: passwordHash,
    must_reset_password: 0,
    temp_password_expires_at: null,
    token_version: user.token_version + 1,
  } as const
  await db.updateTable('users').set(change).where('id', '=', user.id).execute()
  noteChange(db, { kind: 'user', userId: user.id })
  return { ...user, ...change }
}

/** Takes a temporary password away, which its user has never replaced. */
export async function dropTempPassword(db: Db, { id }: UserRow): Promise<void> {
  const change = { password_hash: null, must_reset_password: 0, temp_password_expires_at: null } as const
  await db.updateTable('users').set(change).where('id', '=', id).execute()
}

/** Sets a generated password, which must be reset, and revokes all earlier tokens. */
export async function setTempPassword(
  db: Db,
  user: UserRow,
  { passwordHash, expiresAt }: { passwordHash: string; expiresAt: string },
): Promise<void> {
  const change = { password_hash: passwordHash, must_reset_password: 1, temp_password_expires_at: expiresAt } as const
  await db.updateTable('users').set(change).where('id', '=', user.id).execute()
  await revokeTokens(db, user.id)
}

/** Replaces a hash by one of the same password. */
export async function updateHash(db: Db, { id, password_hash }: UserRow, passwordHash: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('id', '=', id)
    .where('password_hash', '=', password_hash)
    .execute()
}

export async function revokeTokens(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('users')
    .set((eb) => ({ token_version: eb('token_version', '+', 1) }))
    .where('id', '=', userId)
    .execute()
  noteChange(db, { kind: 'user', userId })
}

/** Also revokes all tokens, so that none works after a reactivation. */
export async function updateIsActive(db: Db, user: UserRow, isActive: boolean): Promise<UserRow> {
  const change = { is_active: isActive ? 1 : 0, token_version: user.token_version + 1 } as const
  await db.updateTable('users').set(change).where('id', '=', user.id).execute()
  noteChange(db, { kind: 'user', userId: user.id })
  return { ...user, ...change }
}

/** Deletes the personal data of a user. The name stays, because history shows it. */
export async function markUserDeleted(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ email: null, password_hash: null, is_active: 0, search_text: '', deleted_at: new Date().toISOString() })
    .where('id', '=', userId)
    .execute()
  noteChange(db, { kind: 'user', userId })
}

export async function updateIsAdmin(db: Db, user: UserRow, isAdmin: boolean): Promise<UserRow> {
  const change = { is_admin: isAdmin ? 1 : 0 } as const
  await db.updateTable('users').set(change).where('id', '=', user.id).execute()
  noteChange(db, { kind: 'user', userId: user.id })
  return { ...user, ...change }
}

/** The administrator of the longest standing, without this user. */
export async function findOtherAdmin(db: Db, id: string): Promise<UserRow | undefined> {
  return await db
    .selectFrom('users')
    .selectAll()
    .where('is_admin', '=', 1)
    .where('is_active', '=', 1)
    .where('deleted_at', 'is', null)
    .where('id', '<>', id)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/** The user of an exact email comes first: the invite dialog adds them, and gives others a link. */
export async function searchUsers(db: Db, contained: string): Promise<UserMatch[]> {
  const text = contained.toLowerCase()
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where(sql<boolean>`search_text like ${pattern} escape '\\'`)
    .where('is_active', '=', 1)
    .where('deleted_at', 'is', null)
    .orderBy((eb) => eb('email', '=', text), 'desc')
    .orderBy('id')
    .limit(USER_SEARCH_LIMIT)
    .execute()
  return rows.map(({ id, name, email }) => ({ id, name, email: email ?? '' }))
}

export function toUser(row: UserRow): User {
  return {
    id: row.id,
    name: row.name,
    email: row.email ?? '',
    isAdmin: row.is_admin === 1,
    isActive: row.is_active === 1,
    mustResetPassword: row.must_reset_password === 1,
    createdAt: row.created_at,
  }
}
