import { searchTextOfRun } from '#shared/test-runs/find-runs.ts'
import { emptySummary } from '#shared/test-runs/summary.ts'
import type { CaseType } from '#shared/test-cases/test-case.ts'
import { bulkInsert } from '../database/bulk.ts'
import type { Db } from '../database/databases.ts'
import { isShownSuite } from '../database/hidden-suites.ts'
import { newId } from '../database/new-id.ts'
import { slices } from '../limits/give-way.ts'
import { timeIn } from '../times.ts'
import { noteStart } from './run-writes.repository.ts'
import { addToSummary } from './summary.repository.ts'

/* A run over many cases is inserted in several transactions, and hidden until the last one. */

/** A hidden run that was not renewed for this long is removed: its server was killed. */
const RENEWED_MS = 60_000
const ROWS_AT_ONCE = 1_000

type PlannedSuite = { id: string; name: string; number: number }

export type Planned = {
  testCaseId: string
  revision: number
  suite: PlannedSuite
  number: number
  type: CaseType
  assigneeId: string | null
}

/** The cases of a project in order, from one state of the database; with `testCaseIds` only these cases. */
export async function planResults(db: Db, projectId: string, testCaseIds: string[] | undefined): Promise<Planned[]> {
  const wanted = testCaseIds && new Set(testCaseIds)
  const pause = slices()
  const planned: Planned[] = []
  const suites = db
    .selectFrom('test_suites')
    .select(['id', 'name', 'number'])
    .where('project_id', '=', projectId)
    .where(isShownSuite)
  for (const suite of await suites.orderBy('number').execute()) {
    for (let last = 0; ;) {
      const rows = await listCases(db, suite.id, last)
      for (const { id, revision, number, type } of rows)
        if (wanted === undefined || wanted.has(id))
          planned.push({ testCaseId: id, revision, suite, number, type, assigneeId: null })
      await pause()
      if (rows.length < ROWS_AT_ONCE) break
      last = rows.at(-1)?.number ?? 0
    }
  }
  return planned
}

const listCases = async (db: Db, testSuiteId: string, after: number) =>
  await db
    .selectFrom('test_cases')
    .select(['id', 'revision', 'number', 'type'])
    .where('test_suite_id', '=', testSuiteId)
    .where('number', '>', after)
    .orderBy('number')
    .limit(ROWS_AT_ONCE)
    .execute()

/** Renews the hidden run: it is still being started. Returns whether it still exists. */
export async function renewStart(db: Db, testRunId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('test_runs')
    .set({ remove_after: timeIn(RENEWED_MS) })
    .where('id', '=', testRunId)
    .where('is_receiving', '=', 1)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0
}

export async function insertPlannedSuites(db: Db, testRunId: string, planned: Planned[]): Promise<void> {
  const suites = new Set(planned.map(({ suite }) => suite))
  await insertSuites(
    db,
    Array.from(suites, ({ id, name, number }) => ({ test_run_id: testRunId, test_suite_id: id, name, number })),
  )
}

const insertSuites = bulkInsert('test_run_suites', ['test_run_id', 'test_suite_id', 'name', 'number'])

export async function insertPlanned(db: Db, testRunId: string, planned: Planned[]): Promise<void> {
  await insertResults(
    db,
    planned.map(({ testCaseId, revision, suite, number, assigneeId }) => ({
      id: newId(),
      test_run_id: testRunId,
      test_case_id: testCaseId,
      case_revision: revision,
      test_suite_id: suite.id,
      suite_number: suite.number,
      number,
      status: 'pending' as const,
      attempts: 0,
      assignee_id: assigneeId,
    })),
  )
}

const insertResults = bulkInsert('test_results', [
  'id',
  'test_run_id',
  'test_case_id',
  'case_revision',
  'test_suite_id',
  'suite_number',
  'number',
  'status',
  'attempts',
  'assignee_id',
])

/** Makes a complete hidden run visible. Returns whether it still existed. */
export async function showStarted(db: Db, testRunId: string, key: string | null, count: number): Promise<boolean> {
  const run = await db
    .selectFrom('test_runs')
    .selectAll()
    .where('id', '=', testRunId)
    .where('is_receiving', '=', 1)
    .executeTakeFirst()
  if (!run) return false
  await addToSummary(db, { testRunId, ...emptySummary(), total: count, pending: count })
  await db
    .updateTable('test_runs')
    .set({ is_receiving: 0, remove_after: null, key, search_text: searchTextOfRun({ ...run, key }) })
    .where('id', '=', testRunId)
    .execute()
  noteStart(db, run)
  return true
}
