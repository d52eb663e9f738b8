import type { ExpressionBuilder, Selectable } from 'kysely'
import { DomainError } from '#shared/errors.ts'
import type { Permission } from '#shared/permissions.ts'
import { searchTextOfRun } from '#shared/test-runs/find-runs.ts'
import type { RunFacts } from '#shared/test-runs/run-facts.ts'
import { emptySummary } from '#shared/test-runs/summary.ts'
import type { RunStatus, TestRunListItem } from '#shared/test-runs/test-run.ts'
import { type Actor, actorUserId, authorize, type Authorized, preparedForActor, refOf, roleIn } from '../authorize.ts'
import type { Db } from '../database/databases.ts'
import { inList } from '../database/dialect.ts'
import { noteChange } from '../database/changes.ts'
import { type Param, prepared } from '../database/prepared.ts'
import { newId } from '../database/new-id.ts'
import type { ProjectRow } from '../projects/projects.service.ts'
import type { Tables, TestRunTable } from '../database/tables.ts'
import { durationOf } from './duration.repository.ts'
import { takeRunRef } from './run-refs.repository.ts'

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
  return authorize(row, permission, 'Test run')
}

const runForActor = preparedForActor((db, actor, param: Param<{ testRunId: string }>) =>
  selectRuns(db)
    .select(roleIn(actor, 'test_runs.project_id').as('role'))
    .where('test_runs.id', '=', param('testRunId')),
)

/** Like `findTestRun`, for reports only: it also finds the run while it is hidden. */
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
  return authorize(row, permission, 'Test run')
}

/** The run, for the holder of a link to it, who needs no role. */
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

/** Runs of some projects by id, as `listRunRowsById`. */
export async function listRunRowsOfProjects(db: Db, projectIds: string[], ids: string[]): Promise<TestRunRow[]> {
  const of = new Set(projectIds)
  return (await runsById(db, { ids })).filter((row) => of.has(row.project_id))
}

const runsById = prepared((db, param: Param<{ ids: string[] }>) =>
  selectRuns(db).where('test_runs.id', 'in', inList(db, param('ids'))),
)

type NewRun = RunFacts & { description: string | null; key: string | null }

/** Starts a run without results. A hidden one is found by `findRunOfReport` only, until `showRun`. */
export async function insertRun(
  db: Db,
  actor: Actor,
  project: Authorized<ProjectRow, 'run.start' | 'report.upload'>,
  run: NewRun,
  { isHidden = false } = {},
): Promise<string> {
  const id = newId()
  const { description, key, ...facts } = run
  const ref = await takeRunRef(db, project.id)
  await db
    .insertInto('test_runs')
    .values({
      id,
      project_id: project.id,
      ref,
      description,
      key,
      ...factColumns(facts),
      search_text: searchTextOfRun({ ...run, ref }),
      status: 'running',
      created_at: new Date().toISOString(),
      completed_at: null,
      created_by: actorUserId(actor),
      ...emptySummary(),
      is_receiving: isHidden ? 1 : 0,
    })
    .execute()
  if (!isHidden) noteChange(db, { kind: 'run', projectId: project.id, testRunId: id })
  return id
}

/** Makes a hidden run visible. */
export async function showRun(db: Db, run: Authorized<FoundRun, 'run.record'>): Promise<void> {
  await db.updateTable('test_runs').set({ is_receiving: 0 }).where('id', '=', run.id).execute()
  noteChange(db, { kind: 'run', projectId: run.project_id, testRunId: run.id })
}

/** Whether a report was accepted for the run and is not recorded to its end. */
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

/** Throws CONFLICT when a run of the project has this key. */
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

/** Ends a running run. */
export async function endRun(
  db: Db,
  run: Authorized<FoundRun, 'run.complete'>,
  status: Exclude<RunStatus, 'running'>,
): Promise<void> {
  const completedAt = new Date().toISOString()
  const duration = await durationOf(db, run, completedAt)
  await setState(db, run, { status, completed_at: completedAt, duration_ms: duration })
}

/** Makes an ended run a running one. Its reports have had their say: only a new one completes it again. */
export async function reopenEndedRun(db: Db, run: Authorized<FoundRun, 'run.complete'>): Promise<void> {
  await setState(db, run, { status: 'running', completed_at: null, duration_ms: null })
  await db.updateTable('test_reports').set({ completes: 0 }).where('test_run_id', '=', run.id).execute()
}

type State = Pick<TestRunRow, 'status' | 'completed_at' | 'duration_ms'>

async function setState(db: Db, run: TestRunRow, state: State): Promise<void> {
  await db.updateTable('test_runs').set(state).where('id', '=', run.id).execute()
  noteChange(db, { kind: 'run', projectId: run.project_id, testRunId: run.id })
}

/** What a person or a report says of a run. */
export async function updateRunTexts(
  db: Db,
  run: Authorized<FoundRun, 'run.update' | 'run.record'>,
  { description, ...facts }: RunFacts & { description: string | null },
): Promise<void> {
  const search_text = searchTextOfRun({ ...run, ...facts, description })
  await db
    .updateTable('test_runs')
    .set({ description, ...factColumns(facts), search_text })
    .where('id', '=', run.id)
    .execute()
  noteChange(db, { kind: 'run', projectId: run.project_id, testRunId: run.id })
}

/** Hides a run for good, with its links and reports, and frees its key. `removeSome` removes the rest. */
export async function hideRun(db: Db, run: Authorized<FoundRun, 'run.delete'>): Promise<void> {
  const hidden = { is_receiving: 1, key: null, remove_after: new Date().toISOString() } as const
  await db.updateTable('test_runs').set(hidden).where('id', '=', run.id).execute()
  for (const table of ['run_shares', 'test_reports'] as const)
    await db.deleteFrom(table).where('test_run_id', '=', run.id).execute()
  noteChange(db, { kind: 'run deleted', projectId: run.project_id, testRunId: run.id })
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
    summary: { total, passed, failed, error, pending, skipped, flaky },
  }
}

export function factsOf({ branch, commit, environment, build_url: buildUrl, milestone }: TestRunRow): RunFacts {
  return { branch, commit, environment, buildUrl, milestone }
}

const factColumns = ({ buildUrl, ...facts }: RunFacts) => ({ ...facts, build_url: buildUrl })

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
