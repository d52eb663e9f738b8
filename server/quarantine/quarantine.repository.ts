import type { PageInput } from '#shared/page.ts'
import type { QuarantinedCase } from '#shared/quarantine/quarantine.ts'
import type { Authorized } from '../authorize.ts'
import { countRows } from '../database/count-rows.ts'
import { noteChange, noteEvent } from '../database/changes.ts'
import type { Db } from '../database/databases.ts'
import { inShownSuite, isShownSuite } from '../database/hidden-suites.ts'
import { type Param, prepared } from '../database/prepared.ts'
import { NO_LIMIT } from '../http/paging.ts'
import type { ProjectRow } from '../projects/projects.repository.ts'
import type { TestCaseRow } from '../test-cases/test-cases.repository.ts'

type Project = Authorized<ProjectRow, 'project.read'>
type WritableCase = Authorized<TestCaseRow, 'case.write'>

export async function listQuarantinedRows(
  db: Db,
  project: Project,
  { limit, offset = 0 }: PageInput,
): Promise<QuarantinedCase[]> {
  const rows = await selectQuarantined(db)
    .where('quarantined.project_id', '=', project.id)
    .orderBy('quarantined.quarantined_at', 'desc')
    .orderBy('quarantined.test_case_id', 'desc')
    .limit(limit ?? NO_LIMIT)
    .offset(offset)
    .execute()
  return rows.map(toQuarantined)
}

export async function countQuarantined(db: Db, project: Project): Promise<number> {
  const rows = db
    .selectFrom('quarantined_test_cases as quarantined')
    .innerJoin('test_cases', 'test_cases.id', 'quarantined.test_case_id')
    .where('quarantined.project_id', '=', project.id)
  return await countRows(rows.where(inShownSuite('test_cases.test_suite_id')))
}

/** The ids of the quarantined cases of a project, deleted ones included, in order. */
export async function listQuarantinedIds(db: Db, projectId: string): Promise<string[]> {
  return (await idsOfProject(db, { projectId })).map(({ id }) => id)
}

const idsOfProject = prepared((db, param: Param<{ projectId: string }>) =>
  db
    .selectFrom('quarantined_test_cases')
    .select('test_case_id as id')
    .where('project_id', '=', param('projectId'))
    .orderBy('test_case_id'),
)

/** A repeated call keeps the first author and time. */
export async function upsertQuarantine(
  db: Db,
  testCase: WritableCase,
  { reason, quarantined_by }: { reason: string | null; quarantined_by: string | null },
): Promise<void> {
  const { id: test_case_id, project_id } = testCase
  await db
    .insertInto('quarantined_test_cases')
    .values({ test_case_id, project_id, reason, quarantined_at: new Date().toISOString(), quarantined_by })
    .onConflict((conflict) => conflict.column('test_case_id').doUpdateSet({ reason }))
    .execute()
  noteChange(db, { kind: 'project', projectId: project_id })
  const isQuarantined = true
  noteEvent(db, { type: 'quarantine.changed', projectId: project_id, testCaseIds: [test_case_id], isQuarantined })
}

export async function deleteQuarantine(db: Db, testCase: WritableCase): Promise<void> {
  await db.deleteFrom('quarantined_test_cases').where('test_case_id', '=', testCase.id).execute()
  const { id, project_id: projectId } = testCase
  noteChange(db, { kind: 'project', projectId })
  noteEvent(db, { type: 'quarantine.changed', projectId, testCaseIds: [id], isQuarantined: false })
}

export async function findQuarantined(db: Db, testCase: WritableCase): Promise<QuarantinedCase> {
  const row = await selectQuarantined(db).where('quarantined.test_case_id', '=', testCase.id).executeTakeFirstOrThrow()
  return toQuarantined(row)
}

function selectQuarantined(db: Db) {
  return db
    .selectFrom('quarantined_test_cases as quarantined')
    .innerJoin('test_cases', 'test_cases.id', 'quarantined.test_case_id')
    .innerJoin('test_suites', 'test_suites.id', 'test_cases.test_suite_id')
    .leftJoin('users', 'users.id', 'quarantined.quarantined_by')
    .select(['test_cases.id', 'test_cases.ref', 'test_cases.name'])
    .select(['test_suites.id as suite_id', 'test_suites.name as suite_name'])
    .select(['quarantined.reason', 'quarantined.quarantined_at', 'quarantined.quarantined_by'])
    .select('users.name as by_name')
    .where(isShownSuite)
}

type Row = Awaited<ReturnType<ReturnType<typeof selectQuarantined>['execute']>>[number]

function toQuarantined({ suite_id, suite_name, reason, quarantined_at, quarantined_by, by_name, ...of }: Row) {
  return {
    testCase: { ...of, testSuite: { id: suite_id, name: suite_name } },
    reason,
    quarantinedAt: quarantined_at,
    quarantinedBy: quarantined_by === null ? null : { id: quarantined_by, name: by_name ?? '' },
  }
}
