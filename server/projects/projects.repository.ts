import { type Selectable, sql } from 'kysely'
import { can } from '#shared/permissions.ts'
import type { Permission } from '#shared/permissions.ts'
import type { ProjectListItem } from '#shared/projects/project.ts'
import {
  type Actor,
  authorize,
  type Authorized,
  isAmong,
  mayUse,
  type Memberships,
  preparedForActor,
  roleIn,
} from '../authorize.ts'
import type { Db } from '../database/databases.ts'
import { noteChange } from '../database/changes.ts'
import { type Param, prepared } from '../database/prepared.ts'
import { newId } from '../database/new-id.ts'
import { NO_LIMIT } from '../http/paging.ts'
import type { ProjectTable } from '../database/tables.ts'
import type { ClientSecrets, StoredSecret } from './client-secrets.ts'

export type ProjectRow = Selectable<ProjectTable> & { role: string | null; member_count: number }

/** Returns the project if the actor has the permission in it. Throws NOT_FOUND or FORBIDDEN. */
export async function findProject<P extends Permission>(
  db: Db,
  actor: Actor,
  projectId: string,
  permission: P,
): Promise<Authorized<ProjectRow, P>> {
  const [found] = await projectForActor(db, actor, { projectId })
  const row = found && (mayUse(actor, 'manage') ? found : { ...found, sealed_secret: '' })
  return authorize(actor, row, permission, 'Project')
}

const projectForActor = preparedForActor((db, actor, param: Param<{ projectId: string }>) =>
  selectProjects(db).select(roleIn(actor, 'projects.id').as('role')).where('projects.id', '=', param('projectId')),
)

/** The projects of these memberships, newest first. */
export async function listProjectsOfUser(
  db: Db,
  memberships: Memberships,
  limit?: number,
  offset = 0,
): Promise<ProjectRow[]> {
  return await projectsOfUser(db, { ...memberships, limit: limit ?? NO_LIMIT, offset })
}

type PageOfUser = Memberships & { limit: number; offset: number }

const projectsOfUser = prepared((db, param: Param<PageOfUser>) =>
  selectProjects(db)
    .innerJoin('project_members', 'project_members.project_id', 'projects.id')
    .select('project_members.role')
    .where(isAmong({ userId: param('userId'), projectIds: param('projectIds') }))
    .orderBy('project_members.project_id', 'desc')
    .limit(param('limit'))
    .offset(param('offset')),
)

/** The ids, versions and roles of these projects, in the same order. */
export async function listProjectVersions(
  db: Db,
  memberships: Memberships,
  limit?: number,
  offset = 0,
): Promise<ProjectVersion[]> {
  return await versionsOfUser(db, { ...memberships, limit: limit ?? NO_LIMIT, offset })
}

export type ProjectVersion = { id: string; version: string; role: string }

const versionsOfUser = prepared((db, param: Param<PageOfUser>) =>
  db
    .selectFrom('project_members')
    .innerJoin('projects', 'projects.id', 'project_members.project_id')
    .select(['projects.id', 'projects.version', 'project_members.role'])
    .where(isAmong({ userId: param('userId'), projectIds: param('projectIds') }))
    .orderBy('project_members.project_id', 'desc')
    .limit(param('limit'))
    .offset(param('offset')),
)

export async function listProjectIdsOfUser(db: Db, memberships: Memberships): Promise<string[]> {
  const rows = await db.selectFrom('project_members').select('project_id').where(isAmong(memberships)).execute()
  return rows.map((row) => row.project_id)
}

export async function countProjectsOfUser(db: Db, memberships: Memberships): Promise<number> {
  const [row] = await countOfUser(db, memberships)
  return row?.count ?? 0
}

const countOfUser = prepared((db, param: Param<Memberships>) =>
  db
    .selectFrom('project_members')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(isAmong({ userId: param('userId'), projectIds: param('projectIds') })),
)

/** The hashes of a project's secrets. Undefined without a project. */
export async function findSecretHashes(db: Db, projectId: string): Promise<SecretHashes | undefined> {
  const [row] = await hashesOfProject(db, { projectId })
  return row
}

export type SecretHashes = Pick<Selectable<ProjectTable>, 'secret_hash' | 'old_secret_hash' | 'old_secret_until'>

/** Prepared, because it runs for every call of a machine. */
const hashesOfProject = prepared((db, param: Param<{ projectId: string }>) =>
  db
    .selectFrom('projects')
    .select(['secret_hash', 'old_secret_hash', 'old_secret_until'])
    .where('id', '=', param('projectId'))
    .where('deleted_at', 'is', null),
)

type NewProject = {
  name: string
  description: string | null
  issueUrl: string | null
  secret: StoredSecret
  ownerId: string
}

export async function insertProject(
  db: Db,
  { name, description, issueUrl, secret, ownerId }: NewProject,
): Promise<string> {
  const id = newId()
  const created_at = new Date().toISOString()
  await db
    .insertInto('projects')
    .values({ id, name, description, issue_url: issueUrl, ...secret, created_at })
    .execute()
  await db
    .insertInto('project_members')
    .values({ id: newId(), project_id: id, user_id: ownerId, role: 'owner', joined_at: created_at })
    .execute()
  noteChange(db, { kind: 'member', projectId: id, userId: ownerId })
  return id
}

type ProjectChange = {
  name?: string | undefined
  description?: string | null | undefined
  issueUrl?: string | null | undefined
}

export async function updateProject(
  db: Db,
  project: Authorized<ProjectRow, 'project.update'>,
  { name = project.name, description = project.description, issueUrl = project.issue_url }: ProjectChange,
): Promise<void> {
  await db
    .updateTable('projects')
    .set({ name, description, issue_url: issueUrl })
    .where('id', '=', project.id)
    .execute()
  noteChange(db, { kind: 'project', projectId: project.id })
}

/** `keepOldUntil`: until when the present secret works too. An older one ends. */
export async function updateClientSecret(
  db: Db,
  project: Authorized<ProjectRow, 'project.secret'>,
  secret: StoredSecret,
  keepOldUntil: string | null,
): Promise<void> {
  const old_secret_hash = keepOldUntil === null ? null : project.secret_hash
  await db
    .updateTable('projects')
    .set({ ...secret, old_secret_hash, old_secret_until: keepOldUntil })
    .where('id', '=', project.id)
    .execute()
  noteChange(db, { kind: 'credential', projectId: project.id })
}

/**
 * Hides a project for good. It loses its members' roles, its credential and its badge, and accepts no reports.
 * `removeSomeOf` removes its rows.
 */
export async function hideProject(db: Db, project: Authorized<ProjectRow, 'project.delete'>): Promise<void> {
  const { id } = project
  const hidden = { deleted_at: new Date().toISOString(), secret_hash: '', sealed_secret: '', old_secret_hash: null }
  await db.updateTable('projects').set(hidden).where('id', '=', id).execute()
  for (const table of ['project_members', 'invites', 'project_badges', 'api_tokens'] as const)
    await db.deleteFrom(table).where('project_id', '=', id).execute()
  await db
    .deleteFrom('test_reports')
    .where('touched_at', 'is not', null)
    .where('test_run_id', 'in', db.selectFrom('test_runs').select('id').where('project_id', '=', id))
    .execute()
  noteChange(db, { kind: 'project deleted', projectId: project.id })
}

/** A project without its suites, as its role may see it. */
export type ProjectHead = Omit<ProjectListItem, 'testSuites'>

export function toProject(row: ProjectRow, secrets: ClientSecrets): ProjectHead {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    issueUrl: row.issue_url,
    createdAt: row.created_at,
    clientSecret: can(row.role, 'project.secret') ? secrets.open(row.sealed_secret) : null,
    userRole: row.role === 'owner' || row.role === 'qa_tester' ? row.role : null,
    memberCount: row.member_count,
  }
}

export const MEMBER_COUNT = '(select count(*) from project_members as counted where counted.project_id = projects.id)'

function selectProjects(db: Db) {
  return db
    .selectFrom('projects')
    .selectAll('projects')
    .select(sql.raw<number>(MEMBER_COUNT).as('member_count'))
    .where('projects.deleted_at', 'is', null)
}
