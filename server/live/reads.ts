import type { LiveRun } from '#shared/live/live.ts'
import { RECENT_RUNS } from '#shared/test-runs/recent-runs.ts'
import type { TestResult } from '#shared/test-results/test-result.ts'
import type { TestRunListItem } from '#shared/test-runs/test-run.ts'
import type { Person } from '#shared/users/user.ts'
import type { Authorized } from '../authorize.ts'
import type { Db } from '../database/databases.ts'
import { inList } from '../database/dialect.ts'
import type { ProjectRow } from '../projects/projects.repository.ts'
import { listResults, ofRun } from '../test-results/test-results.repository.ts'
import { listRunRows } from '../test-runs/run-lists.repository.ts'
import { listRunRowsById, type TestRunRow, toTestRun } from '../test-runs/test-runs.repository.ts'
import { listSuitesOfRun } from '../test-runs/run-suites.repository.ts'

export type ReadableProject = Authorized<ProjectRow, 'project.read'>

export async function readRecentRuns(db: Db, project: ReadableProject): Promise<TestRunListItem[]> {
  const rows = await listRunRows(db, project, { limit: RECENT_RUNS })
  return rows.slice(0, RECENT_RUNS).map(toTestRun)
}

/** Undefined if the project has no such run. Whoever may read the project may read its runs. */
export async function findRunOf(
  db: Db,
  project: ReadableProject,
  testRunId: string,
): Promise<Authorized<TestRunRow, 'project.read'> | undefined> {
  const [row] = await listRunRowsById(db, project.id, [testRunId])
  return row as Authorized<TestRunRow, 'project.read'> | undefined
}

/** Viewers with their present names: a stream that is open for long knows a former one. */
export async function readNames(db: Db, viewers: Person[]): Promise<Person[]> {
  const ids = viewers.map(({ id }) => id)
  const rows = await db.selectFrom('users').select(['id', 'name']).where('id', 'in', inList(db, ids)).execute()
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return viewers.map(({ id, name }) => ({ id, name: names.get(id) ?? name }))
}

/** A run of the project with all suites, or with these results and their suites. Undefined if not found. */
export async function readLiveRun(
  db: Db,
  project: ReadableProject,
  testRunId: string,
  resultIds?: string[],
): Promise<{ run: LiveRun; results: TestResult[] } | undefined> {
  const found = await findRunOf(db, project, testRunId)
  if (!found) return undefined
  const results = resultIds?.length ? await listResults(db, ofRun(db, found, { ids: resultIds })) : []
  const suiteIds = resultIds && [...new Set(results.map(({ testCase }) => testCase.testSuiteId))]
  // Fields that never change are left out: viewers have read them.
  const {
    description,
    branch,
    commit,
    environment,
    buildUrl,
    milestone,
    isPinned,
    createdBy,
    status,
    completedAt,
    durationMs,
    summary,
  } = toTestRun(found)
  const suites = await listSuitesOfRun(db, found, suiteIds)
  const facts = { description, branch, commit, environment, buildUrl, milestone, isPinned, createdBy }
  return { run: { ...facts, status, completedAt, durationMs, summary, suites }, results }
}
