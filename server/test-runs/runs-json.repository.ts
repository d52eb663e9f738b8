import { TestRunListItem } from '#shared/test-runs/test-run.ts'
import type { CursorInput } from '#shared/page.ts'
import type { Authorized } from '../authorize.ts'
import type { Db } from '../database/databases.ts'
import { type JsonItem, jsonItems } from '../database/json/json-items.ts'
import { integer, layoutOf, orNull, text, textOr, token } from '../database/json/layout.ts'
import type { Param } from '../database/prepared.ts'
import { NO_LIMIT } from '../http/paging.ts'
import type { ProjectRow } from '../projects/projects.service.ts'
import { isVisible, type RunPage } from './test-runs.repository.ts'

/* Runs in lists, as JSON. */

/** The same as `toTestRun`. */
const RUN_LAYOUT = layoutOf(TestRunListItem, {
  id: token('test_runs.id'),
  projectId: token('test_runs.project_id'),
  key: text('test_runs.key'),
  description: text('test_runs.description'),
  status: token('test_runs.status'),
  createdAt: token('test_runs.created_at'),
  completedAt: token('test_runs.completed_at'),
  createdBy: orNull('test_runs.created_by', { id: token('users.id'), name: textOr('users.name', '') }),
  summary: {
    total: integer('test_runs.total'),
    passed: integer('test_runs.passed'),
    failed: integer('test_runs.failed'),
    error: integer('test_runs.error'),
    pending: integer('test_runs.pending'),
    skipped: integer('test_runs.skipped'),
    flaky: integer('test_runs.flaky'),
  },
})

/** The runs of `listRunRows`, at most `limit`. */
export async function listRunsAsJson(
  db: Db,
  project: Authorized<ProjectRow, 'project.read'>,
  { limit = NO_LIMIT, offset = 0, cursor }: CursorInput,
): Promise<JsonItem<'id' | 'version'>[]> {
  const page = { projectId: project.id, limit, offset }
  return cursor === undefined ? await runsOfProject(db, page) : await runsBefore(db, { ...page, cursor })
}

const NAMES = { id: 'test_runs.id', version: 'test_runs.version' } as const

const runsOfProject = jsonItems(RUN_LAYOUT, NAMES, selectPage)

const runsBefore = jsonItems(RUN_LAYOUT, NAMES, (db, param: Param<RunPage & { cursor: string }>) =>
  selectPage(db, param).where('test_runs.id', '<', param('cursor')),
)

function selectPage(db: Db, param: Param<RunPage>) {
  return db
    .selectFrom('test_runs')
    .leftJoin('users', 'users.id', 'test_runs.created_by')
    .where('test_runs.project_id', '=', param('projectId'))
    .where(isVisible)
    .orderBy('test_runs.id', 'desc')
    .limit(param('limit'))
    .offset(param('offset'))
}
