import type { ExpressionBuilder, Selectable } from 'kysely'
import { DomainError } from '#shared/errors.ts'
import type { Permission } from '#shared/permissions.ts'
import type { RunFacts } from '#shared/test-runs/run-facts.ts'
import type { TestRunHead, TestRunListItem } from '#shared/test-runs/test-run.ts'
import { type Actor, authorize, type Authorized, preparedForActor, refOf, roleIn } from '../authorize.ts'
import type { Db } from '../database/databases.ts'
import { extrasFromText } from '../database/case-columns.ts'
import { inList } from '../database/dialect.ts'
import { type Param, prepared } from '../database/prepared.ts'
import type { Tables, TestRunTable } from '../database/tables.ts'

export type TestRunRow = Selectable<TestRunTable> & { created_by_name: string | null }
export type FoundRun = TestRunRow & { role: string | null }

/** The run, if the actor has the permission in its project. Throws NOT_FOUND or FORBIDDEN. */
export async function findTestRun<P extends Permission>(
  db: Db,
  actor: Actor,
  testRunId: string,
  permission: P,
): Promise<Authorized<FoundRun, P>> {
  const [row] = await runForActor(db, actor, { testRunId })
  return authorize(actor, row, permission, 'Test run')
}

const runForActor = preparedForActor((db, actor, param: Param<{ testRunId: string }>) =>
  selectRuns(db)
    .select(roleIn(actor, 'test_runs.project_id').as('role'))
    .where('test_runs.id', '=', param('testRunId')),
)

/** Like `findTestRun`, for reports only: it also finds hidden runs. */
export async function findRunOfReport<P extends Permission>(
  db: Db,
  actor: Actor,
  testRunId: string,
  permission: P,
): Promise<Authorized<FoundRun, P>> {
  const row = await selectAllRuns(db)
    .select(roleIn(refOf(actor), 'test_runs.project_id').as('role'))
    .where('test_runs.id', '=', testRunId)
    .executeTakeFirst()
  return authorize(actor, row, permission, 'Test run')
}

/** The run for the holder of a link, who needs no role. */
export async function findRunOfLink(
  db: Db,
  testRunId: string,
): Promise<Authorized<TestRunRow, 'project.read'> | undefined> {
  const row = await selectRuns(db).where('test_runs.id', '=', testRunId).executeTakeFirst()
  return row as Authorized<TestRunRow, 'project.read'> | undefined
}

/** Runs of a project by id, for callers already authorized for the project. Deleted runs are left out. */
export async function listRunRowsById(db: Db, projectId: string, ids: string[]): Promise<TestRunRow[]> {
  return await listRunRowsOfProjects(db, [projectId], ids)
}

export async function listRunRowsOfProjects(db: Db, projectIds: string[], ids: string[]): Promise<TestRunRow[]> {
  const of = new Set(projectIds)
  return (await runsById(db, { ids })).filter((row) => of.has(row.project_id))
}

const runsById = prepared((db, param: Param<{ ids: string[] }>) =>
  selectRuns(db).where('test_runs.id', 'in', inList(db, param('ids'))),
)

/** Whether the run has an accepted report that is not completely recorded. */
export async function hasUnfinishedReport(db: Db, run: { id: string }): Promise<boolean> {
  const row = await db
    .selectFrom('test_reports')
    .select('id')
    .where('test_run_id', '=', run.id)
    .where('touched_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function refuseTakenKey(db: Db, projectId: string, key: string | null | undefined): Promise<void> {
  if (!key) return
  const row = await db
    .selectFrom('test_runs')
    .select('id')
    .where('project_id', '=', projectId)
    .where('key', '=', key)
    .executeTakeFirst()
  if (row) throw new DomainError('CONFLICT', 'Another run of this project has this key')
}

export function toTestRun(row: TestRunRow): TestRunListItem {
  const { total, passed, failed, error, pending, skipped, flaky } = row
  return {
    id: row.id,
    ref: row.ref,
    projectId: row.project_id,
    key: row.key,
    description: row.description,
    status: row.status,
    createdAt: row.created_at,
    completedAt: row.completed_at,
    durationMs: row.duration_ms,
    createdBy: row.created_by === null ? null : { id: row.created_by, name: row.created_by_name ?? '' },
    ...factsOf(row),
    isPinned: row.is_pinned === 1,
    summary: { total, passed, failed, error, pending, skipped, flaky },
  }
}

/** With its extras. */
export function toRunHead(row: TestRunRow): TestRunHead {
  return { ...toTestRun(row), extras: extrasFromText(row.extras) }
}

export function factsOf({ branch, commit, environment, build_url: buildUrl, milestone }: TestRunRow): RunFacts {
  return { branch, commit, environment, buildUrl, milestone }
}

function selectRuns(db: Db) {
  return selectAllRuns(db).where(isVisible)
}

/** A literal: the index of hidden runs has only rows with 1. */
export const isVisible = (eb: ExpressionBuilder<Tables, 'test_runs'>) => eb('test_runs.is_receiving', '=', eb.lit(0))

export function selectAllRuns(db: Db) {
  return db
    .selectFrom('test_runs')
    .leftJoin('users', 'users.id', 'test_runs.created_by')
    .selectAll('test_runs')
    .select('users.name as created_by_name')
}
