import { sql } from 'kysely'
import type { Member, MemberRole } from '#shared/members/member.ts'
import type { Authorized } from '../authorize.ts'
import type { Db } from '../database/databases.ts'
import { noteChange, noteEvent } from '../database/changes.ts'
import { inList } from '../database/dialect.ts'
import { type Param, prepared } from '../database/prepared.ts'
import { newId } from '../database/new-id.ts'
import type { ProjectRow } from '../projects/projects.repository.ts'

/** The owner first, then by the time of joining. */
export async function listMemberRows(db: Db, project: Authorized<ProjectRow, 'member.read'>): Promise<Member[]> {
  const rows = await membersOfProject(db, { projectId: project.id })
  return rows.map(toMember)
}

const ownerFirst = sql`case when "project_members"."role" = 'owner' then 0 else 1 end`

const membersOfProject = prepared((db, param: Param<{ projectId: string }>) =>
  selectMembers(db)
    .where('project_members.project_id', '=', param('projectId'))
    .orderBy(ownerFirst)
    .orderBy('project_members.id'),
)

export async function findMember(db: Db, projectId: string, userId: string): Promise<Member | undefined> {
  const row = await selectMembers(db)
    .where('project_members.project_id', '=', projectId)
    .where('project_members.user_id', '=', userId)
    .executeTakeFirst()
  return row && toMember(row)
}

export async function findMemberIds(db: Db, projectId: string, userIds: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('project_members')
    .select('user_id')
    .where('project_id', '=', projectId)
    .where('user_id', 'in', inList(db, userIds))
    .execute()
  return new Set(rows.map(({ user_id }) => user_id))
}

type NewMember = { projectId: string; userId: string; role: MemberRole }

export async function insertMember(db: Db, { projectId, userId, role }: NewMember): Promise<void> {
  await db
    .insertInto('project_members')
    .values({ id: newId(), project_id: projectId, user_id: userId, role, joined_at: new Date().toISOString() })
    .execute()
  noteChange(db, { kind: 'member', projectId, userId })
  noteEvent(db, { type: 'member.added', projectId, userId })
}

export async function deleteMember(db: Db, projectId: string, member: Member): Promise<void> {
  await db.deleteFrom('project_members').where('id', '=', member.id).execute()
  noteChange(db, { kind: 'member', projectId, userId: member.userId })
  noteEvent(db, { type: 'member.removed', projectId, userId: member.userId })
}

/** Removes a user from all projects. Another user becomes the owner of the user's projects, whose ids it returns. */
export async function transferMemberships(db: Db, fromUserId: string, toUserId: string): Promise<string[]> {
  const memberships = await db
    .selectFrom('project_members')
    .select(['project_id', 'role'])
    .where('user_id', '=', fromUserId)
    .execute()
  await db.deleteFrom('project_members').where('user_id', '=', fromUserId).execute()
  for (const { project_id, role } of memberships) {
    noteChange(db, { kind: 'member', projectId: project_id, userId: fromUserId })
    noteEvent(db, { type: 'member.removed', projectId: project_id, userId: fromUserId })
    if (role !== 'owner') continue
    noteChange(db, { kind: 'member', projectId: project_id, userId: toUserId })
    if (!(await findMember(db, project_id, toUserId)))
      noteEvent(db, { type: 'member.added', projectId: project_id, userId: toUserId })
    await db
      .insertInto('project_members')
      .values({ id: newId(), project_id, user_id: toUserId, role: 'owner', joined_at: new Date().toISOString() })
      .onConflict((conflict) => conflict.columns(['project_id', 'user_id']).doUpdateSet({ role: 'owner' }))
      .execute()
  }
  return memberships.filter(({ role }) => role === 'owner').map(({ project_id }) => project_id)
}

function selectMembers(db: Db) {
  return db
    .selectFrom('project_members')
    .innerJoin('users', 'users.id', 'project_members.user_id')
    .select([
      'project_members.id',
      'project_members.user_id',
      'project_members.role',
      'project_members.joined_at',
      'users.name',
      'users.email',
    ])
}

type MemberRow = {
  id: string
  user_id: string
  role: MemberRole
  joined_at: string
  name: string
  email: string | null
}

function toMember({ id, user_id, role, joined_at, name, email }: MemberRow): Member {
  return { id, userId: user_id, role, joinedAt: joined_at, user: { id: user_id, name, email: email ?? '' } }
}
