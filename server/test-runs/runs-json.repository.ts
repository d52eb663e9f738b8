import { TestRunListItem } from '#shared/test-runs/test-run.ts'
import type { Authorized } from '../authorize.ts'
import type { Db } from '../database/databases.ts'
import { inList } from '../database/dialect.ts'
import { type JsonItem, jsonItems } from '../database/json/json-items.ts'
import { integer, layoutOf, orNull, text, textOr, token } from '../database/json/layout.ts'
import type { Param, Values } from '../database/prepared.ts'
import type { ProjectRow } from '../projects/projects.repository.ts'
import { isOfAll, type RunPart, whereRuns } from './run-filter.ts'
import { forPart, pageOf } from './run-lists.repository.ts'

/* Runs in lists, as JSON. */

/** The same as `toTestRun`. */
const RUN_LAYOUT = layoutOf(TestRunListItem, {
  id: token('test_runs.id'),
  ref: token('test_runs.ref'),
  projectId: token('test_runs.project_id'),
  key: text('test_runs.key'),
  description: text('test_runs.description'),
  status: token('test_runs.status'),
  createdAt: token('test_runs.created_at'),
  completedAt: token('test_runs.completed_at'),
  durationMs: integer('test_runs.duration_ms'),
  createdBy: orNull('test_runs.created_by', { id: token('users.id'), name: textOr('users.name', '') }),
  branch: text('test_runs.branch'),
  commit: text('test_runs.commit'),
  environment: text('test_runs.environment'),
  buildUrl: text('test_runs.build_url'),
  milestone: text('test_runs.milestone'),
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

type Versioned = { id: string; version: string }

/** These runs of a part of the list. What a filter has found is not searched for again. */
export async function listRunsAsJson(
  db: Db,
  project: Authorized<ProjectRow, 'project.read'>,
  part: RunPart,
  runs: Versioned[],
): Promise<JsonItem<keyof Versioned>[]> {
  if (isOfAll(part)) return await inPlace(db, project, part, runs.length)
  const found = await byId(db, { ids: runs.map(({ id }) => id) })
  return found.toSorted((a, b) => (a.id > b.id ? -1 : 1))
}

const NAMES = { id: 'test_runs.id', version: 'test_runs.version' } as const

const inPlace = forPart((conditions) =>
  jsonItems(RUN_LAYOUT, NAMES, (db, param: Param<Values>) =>
    pageOf(whereRuns(db, param, runsWithStarters(db), conditions), param),
  ),
)

const byId = jsonItems(RUN_LAYOUT, NAMES, (db, param: Param<{ ids: string[] }>) =>
  runsWithStarters(db).where('test_runs.id', 'in', inList(db, param('ids'))),
)

const runsWithStarters = (db: Db) => db.selectFrom('test_runs').leftJoin('users', 'users.id', 'test_runs.created_by')
