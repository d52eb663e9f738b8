import { PERMISSIONS } from '#shared/permissions.ts'
import { ProjectListItem } from '#shared/projects/project.ts'
import type { Db } from '../database/databases.ts'
import { type JsonItem, jsonItems } from '../database/json/json-items.ts'
import { computed, layoutOf, text, token } from '../database/json/layout.ts'
import type { Param } from '../database/prepared.ts'
import { MEMBER_COUNT } from './projects.repository.ts'

/* Projects in the list of a member, as JSON. */

const holders = PERMISSIONS['project.secret'].map((role) => `'${role}'`)
const SECRET = `case when project_members.role in (${holders.join(', ')}) then projects.client_secret end`

/** The same as `toProject`. */
const PROJECT_LAYOUT = layoutOf(ProjectListItem.omit({ testSuites: true }), {
  id: token('projects.id'),
  name: text('projects.name'),
  description: text('projects.description'),
  issueUrl: text('projects.issue_url'),
  createdAt: token('projects.created_at'),
  clientSecret: computed<string | null>('text', SECRET),
  userRole: token('project_members.role'),
  memberCount: computed<number>('integer', MEMBER_COUNT),
})

type Part = { userId: string; limit: number; offset: number }

/** The projects of `listProjectsOfUser` without their suites. */
export async function listProjectsAsJson(db: Db, part: Part): Promise<JsonItem<'id' | 'version' | 'role'>[]> {
  return await projectsOfUser(db, part)
}

const projectsOfUser = jsonItems(
  PROJECT_LAYOUT,
  { id: 'projects.id', version: 'projects.version', role: 'project_members.role' },
  (db, param: Param<Part>) =>
    db
      .selectFrom('projects')
      .innerJoin('project_members', 'project_members.project_id', 'projects.id')
      .where('project_members.user_id', '=', param('userId'))
      .orderBy('project_members.project_id', 'desc')
      .limit(param('limit'))
      .offset(param('offset')),
)
