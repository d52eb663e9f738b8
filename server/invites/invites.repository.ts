import type { Selectable } from 'kysely'
import type { PendingInvite } from '#shared/invites/invite.ts'
import type { Authorized } from '../authorize.ts'
import { countRows } from '../database/count-rows.ts'
import type { Db } from '../database/databases.ts'
import { inList } from '../database/dialect.ts'
import { newId } from '../database/new-id.ts'
import type { ProjectRow } from '../projects/projects.repository.ts'
import type { InviteTable } from '../database/tables.ts'
import { type Param, prepared } from '../database/prepared.ts'
import { NO_LIMIT } from '../http/paging.ts'

export type InviteRow = Selectable<InviteTable> & { project_name: string }

type NewInvite = { email: string; tokenHash: string; expiresAt: string; createdBy: string | null }

export async function replaceInvite(
  db: Db,
  project: Authorized<ProjectRow, 'invite.create'>,
  { email, tokenHash, expiresAt, createdBy }: NewInvite,
): Promise<string> {
  const now = new Date().toISOString()
  await db.deleteFrom('invites').where('project_id', '=', project.id).where('expires_at', '<=', now).execute()
  const fresh = { id: newId(), token_hash: tokenHash, expires_at: expiresAt, created_at: now, created_by: createdBy }
  await db
    .insertInto('invites')
    .values({ project_id: project.id, email, ...fresh })
    .onConflict((conflict) => conflict.columns(['project_id', 'email']).doUpdateSet(fresh))
    .execute()
  return fresh.id
}

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

export async function listOpenInvites(
  db: Db,
  project: ManagedProject,
  limit: number | undefined,
  offset = 0,
): Promise<PendingInvite[]> {
  const now = new Date().toISOString()
  const rows = await openInvites(db, { projectId: project.id, now, limit: limit ?? NO_LIMIT, offset })
  return rows.map(toPendingInvite)
}

const openInvites = prepared((db, param: Param<{ projectId: string; now: string; limit: number; offset: number }>) =>
  selectOpenInvites(db, param('projectId'), param('now'))
    .leftJoin('users', 'users.id', 'invites.created_by')
    .selectAll('invites')
    .select('users.name as created_by_name')
    .orderBy('invites.id', 'desc')
    .limit(param('limit'))
    .offset(param('offset')),
)

export async function countOpenInvites(db: Db, project: ManagedProject): Promise<number> {
  return await countRows(openInvitesOf(db, project))
}

/** Returns the address that was invited; undefined for an unknown invite. */
export async function deleteOpenInvite(db: Db, project: ManagedProject, inviteId: string): Promise<string | undefined> {
  const [found] = await openInvitesOf(db, project).select('invites.email').where('invites.id', '=', inviteId).execute()
  if (found) await deleteInvite(db, inviteId)
  return found?.email
}

export async function deleteInvite(db: Db, inviteId: string): Promise<void> {
  await db.deleteFrom('invites').where('id', '=', inviteId).execute()
}

/** Deletes the invites to these addresses, of all projects. */
export async function deleteInvitesTo(db: Db, addresses: string[]): Promise<void> {
  await db.deleteFrom('invites').where('email', 'in', inList(db, addresses)).execute()
}

type ManagedProject = Authorized<ProjectRow, 'invite.manage'>

function openInvitesOf(db: Db, project: ManagedProject) {
  return selectOpenInvites(db, project.id, new Date().toISOString())
}

function selectOpenInvites(db: Db, projectId: string, now: string) {
  return db.selectFrom('invites').where('invites.project_id', '=', projectId).where('invites.expires_at', '>', now)
}

function toPendingInvite(row: Selectable<InviteTable> & { created_by_name: string | null }): PendingInvite {
  return {
    id: row.id,
    email: row.email,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    invitedBy: row.created_by === null ? null : { id: row.created_by, name: row.created_by_name ?? '' },
  }
}
