import type { Selectable } from 'kysely'
import { claimPersonal } from '../audit/audit.repository.ts'
import type { IdentityTable } from '../database/auth-tables.ts'
import type { Db } from '../database/databases.ts'
import { inList } from '../database/dialect.ts'
import { newId } from '../database/new-id.ts'
import type { UserRow } from '../database/tables.ts'

export type IdentityRow = Selectable<IdentityTable>

/** An issuer never gives a subject to another person. */
export async function findIdentity(
  db: Db,
  { issuer, subject }: Pick<IdentityRow, 'issuer' | 'subject'>,
): Promise<IdentityRow | undefined> {
  return await db
    .selectFrom('identities')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
}

export async function findIdentityById(db: Db, id: string): Promise<IdentityRow | undefined> {
  return await db.selectFrom('identities').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The identities of a user, oldest first. */
export async function listIdentities(db: Db, userId: string): Promise<IdentityRow[]> {
  return await db.selectFrom('identities').selectAll().where('user_id', '=', userId).orderBy('id').execute()
}

/** All known addresses of a user: of the account, the identities and events. Not those that another user has by now. */
export async function listAddresses(db: Db, { id, email }: Pick<UserRow, 'id' | 'email'>): Promise<string[]> {
  const ofIdentities = db.selectFrom('identities').select('email as address').where('user_id', '=', id)
  const ofEvents = db.selectFrom('audit_personal').select('text as address').where('user_id', '=', id)
  const rows = await ofIdentities.unionAll(ofEvents.where('kind', '=', 'email')).execute()
  const all = [email, ...rows.map(({ address }) => address)].filter((address) => address !== null)
  const others = await db
    .selectFrom('users')
    .select('email')
    .where('email', 'in', inList(db, all))
    .where('id', '<>', id)
    .execute()
  return all.filter((address) => !others.some((other) => other.email === address))
}

/** The providers of the identities of these users, oldest first. */
export async function listProvidersOf(db: Db, userIds: string[]) {
  const rows = await db
    .selectFrom('identities')
    .select(['id', 'user_id', 'provider'])
    .where('user_id', 'in', inList(db, userIds))
    .execute()
  // With an order, PostgreSQL may read those of all users.
  return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

type NewIdentity = Omit<IdentityRow, 'id' | 'created_at' | 'last_used_at'>

export async function insertIdentity(db: Db, identity: NewIdentity): Promise<IdentityRow> {
  const row = { ...identity, id: newId(), created_at: new Date().toISOString(), last_used_at: null }
  await db.insertInto('identities').values(row).execute()
  return row
}

/** Records a sign-in. The address and the id of the provider may have changed. */
export async function noteSignIn(
  db: Db,
  before: IdentityRow,
  now: Pick<IdentityRow, 'provider' | 'email'>,
): Promise<void> {
  if (before.email !== now.email) await claimAddress(db, before)
  await db
    .updateTable('identities')
    .set({ ...now, last_used_at: new Date().toISOString() })
    .where('id', '=', before.id)
    .execute()
}

export async function deleteIdentity(db: Db, identity: IdentityRow): Promise<void> {
  await claimAddress(db, identity)
  await db.deleteFrom('identities').where('id', '=', identity.id).execute()
}

/** Says whose an address in events is, before the identity no longer does. A later erasure finds it. */
async function claimAddress(db: Db, { user_id, email }: IdentityRow): Promise<void> {
  await claimPersonal(db, user_id, await listAddresses(db, { id: user_id, email }))
}

export async function deleteIdentitiesOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('identities').where('user_id', '=', userId).execute()
}

/** The identities whose sign-ins are sessions of one session at the provider. */
export async function findIdentitiesOfSession(db: Db, issuer: string, providerSession: string): Promise<IdentityRow[]> {
  return await db
    .selectFrom('sessions')
    .innerJoin('identities', 'identities.id', 'sessions.identity')
    .selectAll('identities')
    .distinct()
    .where('sessions.provider_session', '=', providerSession)
    .where('identities.issuer', '=', issuer)
    .execute()
}

/** The projects that groups gave to an identity. */
export async function listGiven(db: Db, { id }: IdentityRow): Promise<string[]> {
  const rows = await db
    .selectFrom('identity_memberships')
    .select('project_id')
    .where('identity_id', '=', id)
    .orderBy('project_id')
    .execute()
  return rows.map(({ project_id }) => project_id)
}

export async function insertGiven(db: Db, { id }: IdentityRow, projectId: string): Promise<void> {
  await db
    .insertInto('identity_memberships')
    .values({ identity_id: id, project_id: projectId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteGiven(db: Db, { id }: IdentityRow, projectId: string): Promise<void> {
  await db
    .deleteFrom('identity_memberships')
    .where('identity_id', '=', id)
    .where('project_id', '=', projectId)
    .execute()
}

export async function hasProject(db: Db, projectId: string): Promise<boolean> {
  const found = await db
    .selectFrom('projects')
    .select('id')
    .where('id', '=', projectId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}
