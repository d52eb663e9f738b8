import type { PageInput } from '#shared/page.ts'
import { PERMISSIONS } from '#shared/permissions.ts'
import { ProjectListItem } from '#shared/projects/project.ts'
import { TestSuiteListItem } from '#shared/test-suites/test-suite.ts'
import { isAmong, type Memberships } from '../authorize.ts'
import type { Services } from '../context.ts'
import { SHOWN_SUITE } from '../database/hidden-suites.ts'
import { bytesOf, joinedJson, jsonOf } from '../database/json/chunks.ts'
import { computed, computedList, integer, layoutOf, text, token } from '../database/json/layout.ts'
import { jsonSql, SQLITE } from '../database/json/json-sql.ts'
import { type Param, prepared } from '../database/prepared.ts'
import { NO_LIMIT } from '../http/paging.ts'
import type { ClientSecrets } from '../projects/client-secrets.ts'
import { MEMBER_COUNT } from '../projects/projects.repository.ts'
import { CASE_COUNT } from './test-suites.repository.ts'

/* Projects with their suites, as JSON of SQLite. */

/** The same as `toTestSuite`. */
const SUITE_LAYOUT = layoutOf(TestSuiteListItem, {
  id: token('test_suites.id'),
  name: text('test_suites.name'),
  description: text('test_suites.description'),
  projectId: token('test_suites.project_id'),
  number: integer('test_suites.number'),
  createdAt: token('test_suites.created_at'),
  testCaseCount: computed<number>('integer', CASE_COUNT),
})

const SUITES = `(select '[' || group_concat(json) || ']' from (select ${jsonSql(SQLITE, SUITE_LAYOUT)} as json
  from test_suites where test_suites.project_id = projects.id and ${SHOWN_SUITE}
  order by test_suites.number) as part)`

const holders = PERMISSIONS['project.secret'].map((role) => `'${role}'`)
const SECRET = `case when project_members.role in (${holders.join(', ')}) then projects.sealed_secret end`

/** The same as `toProject`. */
const PROJECT_LAYOUT = layoutOf(ProjectListItem, {
  id: token('projects.id'),
  name: text('projects.name'),
  description: text('projects.description'),
  issueUrl: text('projects.issue_url'),
  createdAt: token('projects.created_at'),
  clientSecret: computed<string | null>('text', SECRET),
  userRole: token('project_members.role'),
  memberCount: computed<number>('integer', MEMBER_COUNT),
  testSuites: computedList(SUITES),
})

type Part = Memberships & { limit: number; offset: number }

/** A page of the projects of these memberships, newest first. */
export async function projectsAsJson(
  { db, secrets }: Pick<Services, 'db' | 'secrets'>,
  memberships: Memberships,
  { limit, offset = 0 }: PageInput,
): Promise<Buffer> {
  const [page] = await projectsOfUser(db, { ...memberships, limit: limit ?? NO_LIMIT, offset })
  return Buffer.from(`[${withOpenSecrets(bytesOf(page?.json).toString('utf8'), secrets)}]`)
}

/** Only the field looks like this: in a text, quotes are escaped. */
function withOpenSecrets(json: string, secrets: ClientSecrets): string {
  return json.replace(
    /"clientSecret":"([^"]*)"/g,
    (_, sealed: string) => `"clientSecret":${JSON.stringify(secrets.open(sealed))}`,
  )
}

const projectsOfUser = prepared((db, param: Param<Part>) => {
  const projects = db
    .selectFrom('projects')
    .innerJoin('project_members', 'project_members.project_id', 'projects.id')
    .where(isAmong({ userId: param('userId'), projectIds: param('projectIds') }))
    .orderBy('project_members.project_id', 'desc')
    .limit(param('limit'))
    .offset(param('offset'))
    .select(jsonOf(db, PROJECT_LAYOUT))
  return db.selectFrom(projects.as('part')).select(joinedJson(db).as('json'))
})
