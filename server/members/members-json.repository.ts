import { Member } from '#shared/members/member.ts'
import type { Authorized } from '../authorize.ts'
import type { Db } from '../database/databases.ts'
import { type JsonItem, jsonItems } from '../database/json/json-items.ts'
import { layoutOf, text, textOr, token } from '../database/json/layout.ts'
import type { Param } from '../database/prepared.ts'
import type { ProjectRow } from '../projects/projects.repository.ts'
import { ownerFirst } from './members.repository.ts'

/** The same as `toMember`. */
const MEMBER_LAYOUT = layoutOf(Member, {
  id: token('project_members.id'),
  userId: token('project_members.user_id'),
  role: token('project_members.role'),
  joinedAt: token('project_members.joined_at'),
  user: { id: token('project_members.user_id'), name: text('users.name'), email: textOr('users.email', '') },
})

/** The members of `listMemberRows` as JSON, each with the version of the project. */
export async function listMembersAsJson(
  db: Db,
  project: Authorized<ProjectRow, 'member.read'>,
): Promise<JsonItem<'version'>[]> {
  return await membersOfProject(db, { projectId: project.id })
}

const membersOfProject = jsonItems(
  MEMBER_LAYOUT,
  { version: 'projects.version' },
  (db, param: Param<{ projectId: string }>) =>
    db
      .selectFrom('project_members')
      .innerJoin('users', 'users.id', 'project_members.user_id')
      .innerJoin('projects', 'projects.id', 'project_members.project_id')
      .where('project_members.project_id', '=', param('projectId'))
      .orderBy(ownerFirst)
      .orderBy('project_members.id'),
)
