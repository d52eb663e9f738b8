import type { Selectable } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Authorized } from '../authorize.ts'
import type { Db } from '../database/databases.ts'
import type { ProjectRow } from '../projects/projects.service.ts'
import type { InviteTable } from '../database/tables.ts'

export type InviteRow = Selectable<InviteTable> & { project_name: string }

type NewInvite = { email: string; tokenHash: string; expiresAt: string }

/** Stores an invite. It replaces the earlier one for the same email and project. */
export async function replaceInvite(
  db: Db,
  project: Authorized<ProjectRow, 'invite.create'>,
  { email, tokenHash, expiresAt }: NewInvite,
): Promise<void> {
  const fresh = { token_hash: tokenHash, expires_at: expiresAt, created_at: new Date().toISOString() }
  await db
    .insertInto('invites')
    .values({ id: uuidv7(), project_id: project.id, email, ...fresh })
    .onConflict((conflict) => conflict.columns(['project_id', 'email']).doUpdateSet(fresh))
    .execute()
}

/** The invite of a token, unless it has expired. */
export async function findOpenInvite(db: Db, tokenHash: string): Promise<InviteRow | undefined> {
  return await db
    .selectFrom('invites')
    .innerJoin('projects', 'projects.id', 'invites.project_id')
    .selectAll('invites')
    .select('projects.name as project_name')
    .where('invites.token_hash', '=', tokenHash)
    .where('invites.expires_at', '>', new Date().toISOString())
    .executeTakeFirst()
}

export async function deleteInvite(db: Db, invite: InviteRow): Promise<void> {
  await db.deleteFrom('invites').where('id', '=', invite.id).execute()
}
