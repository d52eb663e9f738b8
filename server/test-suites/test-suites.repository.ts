import { type Selectable, sql } from 'kysely'
import type { Permission } from '#shared/permissions.ts'
import type { TestSuiteListItem } from '#shared/test-suites/test-suite.ts'
import {
  type Actor,
  authorize,
  type Authorized,
  isAmong,
  type Memberships,
  roleIn,
  preparedForActor,
} from '../authorize.ts'
import { countRows } from '../database/count-rows.ts'
import type { Db } from '../database/databases.ts'
import { isShownSuite } from '../database/hidden-suites.ts'
import { inList, unindexed } from '../database/dialect.ts'
import { noteChange } from '../database/changes.ts'
import { newId } from '../database/new-id.ts'
import { NO_LIMIT } from '../http/paging.ts'
import { type Param, prepared } from '../database/prepared.ts'
import type { ProjectRow } from '../projects/projects.repository.ts'
import type { TestSuiteTable } from '../database/case-tables.ts'

export type TestSuiteRow = Selectable<TestSuiteTable> & { test_case_count: number }
/** `version` is that of the project, which covers its suites and cases. */
type FoundSuite = TestSuiteRow & { role: string | null; version: string }

/** Returns the suite if the actor has the permission in its project. Throws NOT_FOUND or FORBIDDEN. */
export async function findTestSuite<P extends Permission>(
  db: Db,
  actor: Actor,
  testSuiteId: string,
  permission: P,
): Promise<Authorized<FoundSuite, P>> {
  const [row] = await suiteForActor(db, actor, { testSuiteId })
  return authorize(actor, row, permission, 'Test suite')
}

const suiteForActor = preparedForActor((db, actor, param: Param<{ testSuiteId: string }>) =>
  selectSuites(db)
    .innerJoin('projects', 'projects.id', 'test_suites.project_id')
    .select('projects.version')
    .select(roleIn(actor, 'test_suites.project_id').as('role'))
    .where('test_suites.id', '=', param('testSuiteId')),
)

export async function listSuiteRows(
  db: Db,
  project: Authorized<ProjectRow, 'project.read'>,
  limit?: number,
  offset = 0,
): Promise<TestSuiteRow[]> {
  return await suitesOfProject(db, { projectId: project.id, limit: limit ?? NO_LIMIT, offset })
}

const suitesOfProject = prepared((db, param: Param<{ projectId: string; limit: number; offset: number }>) =>
  selectSuites(db)
    .where('test_suites.project_id', '=', param('projectId'))
    .orderBy('test_suites.number')
    .limit(param('limit'))
    .offset(param('offset')),
)

export async function findSuiteIds(db: Db, projectId: string, ids: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('test_suites')
    .select('id')
    .where('id', 'in', inList(db, ids))
    .where(unindexed(db, 'project_id'), '=', projectId)
    .where(isShownSuite)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

export async function listSuiteRowsOf(db: Db, projectIds: string[]): Promise<TestSuiteRow[]> {
  return projectIds.length === 0 ? [] : await suitesOfProjects(db, { projectIds })
}

const suitesOfProjects = prepared((db, param: Param<{ projectIds: string[] }>) =>
  selectSuites(db)
    .where('test_suites.project_id', 'in', inList(db, param('projectIds')))
    .orderBy('test_suites.project_id')
    .orderBy('test_suites.number'),
)

export async function listSuiteRowsOfUser(
  db: Db,
  memberships: Memberships,
  limit?: number,
  offset = 0,
): Promise<TestSuiteRow[]> {
  return await suitesOfUser(db, { ...memberships, limit: limit ?? NO_LIMIT, offset })
}

const suitesOfUser = prepared((db, param: Param<Memberships & { limit: number; offset: number }>) =>
  selectSuites(db)
    .innerJoin('project_members', 'project_members.project_id', 'test_suites.project_id')
    .where(isAmong({ userId: param('userId'), projectIds: param('projectIds') }))
    .orderBy('test_suites.project_id', 'desc')
    .orderBy('test_suites.number')
    .limit(param('limit'))
    .offset(param('offset')),
)

export async function countSuites(db: Db, projectId: string): Promise<number> {
  return await highestNumber(db, projectId)
}

export async function countSuitesOfUser(db: Db, memberships: Memberships): Promise<number> {
  const suites = db
    .selectFrom('test_suites')
    .innerJoin('project_members', 'project_members.project_id', 'test_suites.project_id')
  return await countRows(suites.where(isAmong(memberships)).where(isShownSuite))
}

type NewSuite = { name: string; description: string | null }

export async function insertTestSuite(
  db: Db,
  project: Authorized<ProjectRow, 'suite.write'>,
  { name, description }: NewSuite,
): Promise<string> {
  const id = newId()
  const number = (await highestNumber(db, project.id)) + 1
  const created_at = new Date().toISOString()
  await db
    .insertInto('test_suites')
    .values({ id, project_id: project.id, name, description, number, created_at })
    .execute()
  noteChange(db, { kind: 'project', projectId: project.id })
  return id
}

type SuiteChange = { name?: string | undefined; description?: string | null | undefined }
type WritableSuite = Authorized<FoundSuite, 'suite.write'>

export async function updateTestSuite(
  db: Db,
  suite: WritableSuite,
  { name = suite.name, description = suite.description }: SuiteChange,
): Promise<void> {
  await db.updateTable('test_suites').set({ name, description }).where('id', '=', suite.id).execute()
  if (name !== suite.name) await keepReportedName(db, suite, name)
  noteChange(db, { kind: 'project', projectId: suite.project_id })
}

/** Reports still use the old name, so the automated cases of the suite store it, as if they were moved. */
async function keepReportedName(db: Db, suite: WritableSuite, name: string): Promise<void> {
  await db
    .updateTable('test_cases')
    .set({ reported_suite: sql`nullif(coalesce(reported_suite, ${suite.name}), ${name})` })
    .where('test_suite_id', '=', suite.id)
    .where('type', '=', 'auto')
    .execute()
}

export async function moveTestSuite(db: Db, suite: WritableSuite, position: number): Promise<void> {
  const { number: before } = suite
  const after = Math.min(position, await highestNumber(db, suite.project_id))
  await db
    .updateTable('test_suites')
    .set((eb) => ({
      number: eb
        .case()
        .when('id', '=', suite.id)
        .then(eb.val(after))
        .else(eb('number', after < before ? '+' : '-', 1))
        .end(),
    }))
    .where('project_id', '=', suite.project_id)
    .where('number', '>=', Math.min(before, after))
    .where('number', '<=', Math.max(before, after))
    .execute()
}

export function toTestSuite(row: TestSuiteRow): TestSuiteListItem {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    projectId: row.project_id,
    number: row.number,
    createdAt: row.created_at,
    testCaseCount: row.test_case_count,
  }
}

export async function highestNumber(db: Db, projectId: string): Promise<number> {
  const row = await db
    .selectFrom('test_suites')
    .select('number')
    .where('project_id', '=', projectId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.number ?? 0
}

/** A column for queries of suites. Numbers have no gaps, so the highest one is the count. */
export const CASE_COUNT =
  'coalesce((select max(number) from test_cases where test_cases.test_suite_id = test_suites.id), 0)'

function selectSuites(db: Db) {
  return db
    .selectFrom('test_suites')
    .selectAll('test_suites')
    .select(sql.raw<number>(CASE_COUNT).as('test_case_count'))
    .where(isShownSuite)
}
