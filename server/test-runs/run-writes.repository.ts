import { sql } from 'kysely'
import { searchTextOfRun } from '#shared/test-runs/find-runs.ts'
import type { RunFacts } from '#shared/test-runs/run-facts.ts'
import { emptySummary } from '#shared/test-runs/summary.ts'
import type { RunStatus } from '#shared/test-runs/test-run.ts'
import { type Actor, actorUserId, type Authorized } from '../authorize.ts'
import { noteChange, noteEvent } from '../database/changes.ts'
import type { Db } from '../database/databases.ts'
import { millisecondsOf } from '../database/dialect.ts'
import { newId } from '../database/new-id.ts'
import type { ProjectRow } from '../projects/projects.repository.ts'
import { takeRunRef } from './run-refs.repository.ts'
import { type FoundRun, type TestRunRow, toTestRun } from './test-runs.repository.ts'

type NewRun = RunFacts & { description: string | null; key: string | null; extras?: string | null }

/** Starts a run without results. Until `showRun`, only `findRunOfReport` finds a hidden one. */
export async function insertRun(
  db: Db,
  actor: Actor,
  project: Authorized<ProjectRow, 'run.start' | 'report.upload'>,
  run: NewRun,
  { isHidden = false } = {},
): Promise<string> {
  const id = newId()
  const { description, key, extras = null, ...facts } = run
  const ref = await takeRunRef(db, project.id)
  await db
    .insertInto('test_runs')
    .values({
      id,
      project_id: project.id,
      ref,
      description,
      key,
      extras,
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
  if (!isHidden) noteStart(db, { id, project_id: project.id })
  return id
}

export async function showRun(db: Db, run: Authorized<FoundRun, 'run.record'>): Promise<void> {
  await db.updateTable('test_runs').set({ is_receiving: 0 }).where('id', '=', run.id).execute()
  noteStart(db, run)
}

/** A run can be seen from now on. */
export function noteStart(db: Db, { id: testRunId, project_id: projectId }: { id: string; project_id: string }): void {
  noteChange(db, { kind: 'run', projectId, testRunId })
  noteEvent(db, { type: 'run.started', projectId, testRunId })
}

export async function endRun(
  db: Db,
  run: Authorized<FoundRun, 'run.complete'>,
  status: Exclude<RunStatus, 'running'>,
  actor: Actor,
): Promise<void> {
  const completedAt = new Date().toISOString()
  const duration = await durationOf(db, run, completedAt)
  await setState(db, run, { status, completed_at: completedAt, duration_ms: duration })
  const byUserId = actor.kind === 'user' && actor.session ? actor.user.id : null
  noteEvent(db, { type: 'run.completed', projectId: run.project_id, testRunId: run.id, byUserId })
}

/** Sets an ended run back to running. Only a new report completes it again, not the earlier ones. */
export async function reopenEndedRun(db: Db, run: Authorized<FoundRun, 'run.complete'>): Promise<void> {
  // What it gets from now on is trimmed some time after its next end.
  const untrimmed = { trims_attachments: 0, trims_traces: 0, trimmed_to: null } as const
  await setState(db, run, { status: 'running', completed_at: null, duration_ms: null, ...untrimmed })
  noteEvent(db, { type: 'run.reopened', projectId: run.project_id, testRunId: run.id })
  await db.updateTable('test_reports').set({ completes: 0 }).where('test_run_id', '=', run.id).execute()
}

type State = Pick<TestRunRow, 'status' | 'completed_at' | 'duration_ms'> &
  Partial<Pick<TestRunRow, 'trims_attachments' | 'trims_traces' | 'trimmed_to'>>

async function setState(db: Db, run: TestRunRow, state: State): Promise<void> {
  await db.updateTable('test_runs').set(state).where('id', '=', run.id).execute()
  noteChange(db, { kind: 'run', projectId: run.project_id, testRunId: run.id })
}

export async function updateRunTexts(
  db: Db,
  run: Authorized<FoundRun, 'run.update' | 'run.record'>,
  { description, extras = run.extras, isPinned, ...facts }: Omit<NewRun, 'key'> & { isPinned?: boolean | undefined },
): Promise<void> {
  const search_text = searchTextOfRun({ ...run, ...facts, description })
  await db
    .updateTable('test_runs')
    .set({ description, extras, ...factColumns(facts), search_text })
    .$if(isPinned !== undefined, (query) => query.set({ is_pinned: isPinned ? 1 : 0 }))
    .where('id', '=', run.id)
    .execute()
  noteChange(db, { kind: 'run', projectId: run.project_id, testRunId: run.id })
}

/** Hides a run for good, with its links and reports, and frees its key. `removeSomeOf` removes its rows. */
export async function hideRun(db: Db, run: Authorized<TestRunRow, 'run.delete' | 'run.discard'>): Promise<void> {
  const hidden = { is_receiving: 1, key: null, remove_after: new Date().toISOString() } as const
  await db.updateTable('test_runs').set(hidden).where('id', '=', run.id).execute()
  for (const table of ['run_shares', 'test_reports'] as const)
    await db.deleteFrom(table).where('test_run_id', '=', run.id).execute()
  noteChange(db, { kind: 'run deleted', projectId: run.project_id, testRunId: run.id })
  noteEvent(db, { type: 'run.deleted', projectId: run.project_id, run: toTestRun(run) })
}

const factColumns = ({ buildUrl, ...facts }: RunFacts) => ({ ...facts, build_url: buildUrl })

type Run = { id: string; created_at: string }

/**
 * The duration of an ended run in milliseconds, from its start to its end. A run with reports has the duration of its
 * tests according to the reports, because a report may arrive all at once; null if they state none.
 */
async function durationOf(db: Db, run: Run, completedAt: string): Promise<number | null> {
  const hasReports = await db
    .selectFrom('test_reports')
    .select('id')
    .where('test_run_id', '=', run.id)
    .limit(1)
    .executeTakeFirst()
  if (hasReports) return await reportedDuration(db, run)
  // The clock may have been set back meanwhile.
  return Math.max(0, Date.parse(completedAt) - Date.parse(run.created_at))
}

type Times = { span: number | null; total: number | null; unplaced: number | null }

/**
 * From the first start of a test to the last end. Tests with the same start ran one after the other: their report only
 * knows the start of the suite. If a test has a time but no start, the sum of the times.
 */
async function reportedDuration(db: Db, { id }: Run): Promise<number | null> {
  const { rows } = await sql<Times>`select max(began + coalesce(took, 0)) - min(began) as span, sum(took) as total,
      max(case when began is null then took end) as unplaced
    from (select ${millisecondsOf(db, 'started_at')} as began, sum(execution_time_ms) as took
      from test_results where test_run_id = ${id} group by started_at) as starts`.execute(db)
  const { span = null, total = null, unplaced = null } = rows[0] ?? {}
  if (total === null) return null
  return Math.round(span === null || (unplaced ?? 0) > 0 ? total : span)
}
