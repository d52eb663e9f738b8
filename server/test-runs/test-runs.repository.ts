import type { Selectable } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { CursorInput } from '#shared/page.ts'
import type { Permission } from '#shared/permissions.ts'
import type { ResultStatus } from '#shared/test-results/result-status.ts'
import { type Counted, sumCounts, type Summary, summaryChange } from '#shared/test-runs/summary.ts'
import type { RunStatus, TestRunListItem, TestRunOverview } from '#shared/test-runs/test-run.ts'
import { type Actor, actorUserId, authorize, type Authorized, refOf, roleIn } from '../authorize.ts'
import type { Db } from '../database/databases.ts'
import { inList, newIdInSql } from '../database/dialect.ts'
import { noteChange } from '../database/changes.ts'
import { NO_LIMIT, rowsToRead } from '../http/paging.ts'
import { type Place, prepared } from '../database/prepared.ts'
import type { ProjectRow } from '../projects/projects.repository.ts'
import type { TestRunTable } from '../database/tables.ts'

export type TestRunRow = Selectable<TestRunTable> & { created_by_name: string | null }
export type FoundRun = TestRunRow & { role: string | null }

/** The run, when the actor may do this in its project. Throws NOT_FOUND or FORBIDDEN. */
export async function findTestRun<P extends Permission>(
  db: Db,
  actor: Actor,
  testRunId: string,
  permission: P,
): Promise<Authorized<FoundRun, P>> {
  const row = await selectRuns(db)
    .select(roleIn(refOf(actor), 'test_runs.project_id').as('role'))
    .where('test_runs.id', '=', testRunId)
    .executeTakeFirst()
  return authorize(row, permission, 'Test run')
}

/** Newest first; `cursor` is the id of the last run already read. */
export async function listRunRows(
  db: Db,
  project: Authorized<ProjectRow, 'project.read'>,
  { limit, offset = 0, cursor }: CursorInput,
): Promise<TestRunRow[]> {
  return await selectRuns(db)
    .where('test_runs.project_id', '=', project.id)
    .$if(cursor !== undefined, (query) => query.where('test_runs.id', '<', cursor as string))
    .orderBy('test_runs.id', 'desc')
    .limit(rowsToRead(limit) ?? NO_LIMIT)
    .offset(offset)
    .execute()
}

export async function countRuns(db: Db, project: Authorized<ProjectRow, 'project.read'>): Promise<number> {
  const { count } = await db
    .selectFrom('test_runs')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('project_id', '=', project.id)
    .executeTakeFirstOrThrow()
  return count
}

/** Runs of a project by their ids, for those who were let into the project before; runs that are gone are left out. */
export async function listRunRowsById(db: Db, projectId: string, ids: string[]): Promise<TestRunRow[]> {
  return await selectRuns(db)
    .where('test_runs.id', 'in', inList(db, ids))
    .where('test_runs.project_id', '=', projectId)
    .execute()
}

export async function projectOfRun(db: Db, testRunId: string): Promise<string | undefined> {
  const row = await db.selectFrom('test_runs').select('project_id').where('id', '=', testRunId).executeTakeFirst()
  return row?.project_id
}

/** The suites of a run in order, or these of them, each with a count of its results. */
export async function listSuitesOfRun(
  db: Db,
  run: Authorized<TestRunRow, 'project.read'>,
  ids?: string[],
): Promise<TestRunOverview['suites']> {
  const suites = await db
    .selectFrom('test_run_suites')
    .select(['test_suite_id as id', 'name', 'number'])
    .where('test_run_id', '=', run.id)
    .$if(ids !== undefined, (query) => query.where('test_suite_id', 'in', inList(db, ids as string[])))
    .orderBy('number')
    .orderBy('test_suite_id')
    .execute()
  const counts = await db
    .selectFrom('test_results')
    .select((eb) => [
      'test_suite_id',
      'status',
      eb.fn.countAll<number>().as('count'),
      eb.fn.sum<number>('flaky').as('flaky'),
    ])
    .where('test_run_id', '=', run.id)
    .$if(ids !== undefined, (query) => query.where('test_suite_id', 'in', inList(db, ids as string[])))
    .groupBy(['test_suite_id', 'status'])
    .execute()
  const countsOf = Map.groupBy(counts, (row) => row.test_suite_id)
  return suites.map((suite) => ({ ...suite, summary: sumCounts(countsOf.get(suite.id) ?? []) }))
}

type NewRun = { description: string | null; key: string | null }

/**
 * Starts a run with a snapshot of the project: its suites that have cases, and one pending result for each
 * case, in order. The texts of a case are not copied: a result points at the case's present revision.
 */
export async function insertTestRun(
  db: Db,
  actor: Actor,
  project: Authorized<ProjectRow, 'run.start'>,
  run: NewRun,
): Promise<string> {
  const id = await insertRunRow(db, actor, project.id, run, await countCases(db, project.id))
  await snapshotSuites(db, id, project.id)
  await snapshotCases(db, id, project.id)
  return id
}

/** Starts a run without results: what a report tells joins it. */
export async function insertEmptyRun(
  db: Db,
  actor: Actor,
  project: Authorized<ProjectRow, 'report.upload'>,
  run: NewRun,
): Promise<string> {
  return await insertRunRow(db, actor, project.id, run, 0)
}

async function insertRunRow(db: Db, actor: Actor, projectId: string, run: NewRun, pending: number): Promise<string> {
  const id = uuidv7()
  await db
    .insertInto('test_runs')
    .values({
      id,
      project_id: projectId,
      ...run,
      status: 'running',
      created_at: new Date().toISOString(),
      completed_at: null,
      created_by: actorUserId(actor),
      total: pending,
      passed: 0,
      failed: 0,
      error: 0,
      pending,
      skipped: 0,
    })
    .execute()
  noteChange(db, { kind: 'run', projectId, testRunId: id })
  return id
}

export async function hasRunKey(db: Db, projectId: string, key: string): Promise<boolean> {
  const row = await db
    .selectFrom('test_runs')
    .select('id')
    .where('project_id', '=', projectId)
    .where('key', '=', key)
    .executeTakeFirst()
  return row !== undefined
}

async function countCases(db: Db, projectId: string): Promise<number> {
  const { count } = await db
    .selectFrom('test_cases')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  return count
}

async function snapshotSuites(db: Db, testRunId: string, projectId: string): Promise<void> {
  await db
    .insertInto('test_run_suites')
    .columns(['test_run_id', 'test_suite_id', 'name', 'number'])
    .expression((eb) =>
      eb
        .selectFrom('test_suites')
        .select((suite) => [suite.val(testRunId).as('test_run_id'), 'id', 'name', 'number'])
        .where('project_id', '=', projectId)
        .where((suite) =>
          suite.exists(
            suite.selectFrom('test_cases').select('test_cases.id').whereRef('test_suite_id', '=', 'test_suites.id'),
          ),
        ),
    )
    .execute()
}

async function snapshotCases(db: Db, testRunId: string, projectId: string): Promise<void> {
  await db
    .insertInto('test_results')
    .columns([
      'id',
      'test_run_id',
      'test_case_id',
      'case_revision',
      'test_suite_id',
      'suite_number',
      'number',
      'status',
      'attempts',
    ])
    .expression((eb) =>
      eb
        .selectFrom('test_suites')
        .innerJoin('test_cases', 'test_cases.test_suite_id', 'test_suites.id')
        .select((row) => [
          newIdInSql(db).as('id'),
          row.val(testRunId).as('test_run_id'),
          'test_cases.id as test_case_id',
          'test_cases.revision',
          'test_suites.id as test_suite_id',
          'test_suites.number as suite_number',
          'test_cases.number',
          row.val<ResultStatus>('pending').as('status'),
          row.lit(0).as('attempts'),
        ])
        .where('test_suites.project_id', '=', projectId)
        .orderBy('test_suites.number')
        .orderBy('test_cases.number'),
    )
    .execute()
}

export async function updateRunStatus(
  db: Db,
  run: Authorized<FoundRun, 'run.complete'>,
  status: RunStatus,
): Promise<TestRunRow> {
  const change = { status, completed_at: new Date().toISOString() }
  await db.updateTable('test_runs').set(change).where('id', '=', run.id).execute()
  noteChange(db, { kind: 'run', projectId: run.project_id, testRunId: run.id })
  return { ...run, ...change }
}

/** Keeps a run's summary equal to a count of its results when one of them changes. */
export async function moveInSummary(db: Db, testRunId: string, before: Counted, after: Counted): Promise<void> {
  if (before.status !== after.status || before.flaky !== after.flaky)
    await addToSummary(db, { testRunId, ...summaryChange([{ before, after }]) })
}

/** Adds a change of many results to the summary of their run. */
export const addToSummary = prepared((db, place: Place<Summary & { testRunId: string }>) =>
  db
    .updateTable('test_runs')
    .set((eb) => ({
      total: eb('total', '+', place('total')),
      passed: eb('passed', '+', place('passed')),
      failed: eb('failed', '+', place('failed')),
      error: eb('error', '+', place('error')),
      pending: eb('pending', '+', place('pending')),
      skipped: eb('skipped', '+', place('skipped')),
      flaky: eb('flaky', '+', place('flaky')),
    }))
    .where('id', '=', place('testRunId')),
)

export async function deleteTestRunRow(db: Db, run: Authorized<FoundRun, 'run.delete'>): Promise<void> {
  await db.deleteFrom('test_runs').where('id', '=', run.id).execute()
  noteChange(db, { kind: 'run deleted', projectId: run.project_id, testRunId: run.id })
}

export function toTestRun(row: TestRunRow): TestRunListItem {
  const { total, passed, failed, error, pending, skipped, flaky } = row
  return {
    id: row.id,
    projectId: row.project_id,
    key: row.key,
    description: row.description,
    status: row.status,
    createdAt: row.created_at,
    completedAt: row.completed_at,
    createdBy: row.created_by === null ? null : { id: row.created_by, name: row.created_by_name ?? '' },
    summary: { total, passed, failed, error, pending, skipped, flaky },
  }
}

function selectRuns(db: Db) {
  return db
    .selectFrom('test_runs')
    .leftJoin('users', 'users.id', 'test_runs.created_by')
    .selectAll('test_runs')
    .select('users.name as created_by_name')
}
