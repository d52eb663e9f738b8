import type { Sample } from '#shared/quality/flaky-score.ts'
import type { ResultStatus } from '#shared/test-results/result-status.ts'
import type { Db } from '../database/databases.ts'
import { idRows, isOneOf, jsonRows, unindexedText } from '../database/dialect.ts'
import { type Param, prepared } from '../database/prepared.ts'
import { isExecuted } from '../test-results/test-results.repository.ts'
import { streamOf, type WindowRun } from './window.repository.ts'

export type Outcome = Sample & { run: WindowRun; ms: number | null; at: string }

type Newest = { ids: string[]; limit: number; withSkipped?: boolean }

/** The newest results of each of these cases that are not pending, in runs that count. Newest run first. */
export async function listNewest(
  db: Db,
  window: readonly WindowRun[],
  { ids, limit, withSkipped = false }: Newest,
): Promise<Map<string, Outcome[]>> {
  const oldest = window.at(-1)?.id
  if (ids.length === 0 || oldest === undefined) return new Map()
  const runs = new Map(window.map((run) => [run.id, { run, stream: streamOf(run) }]))
  const rows = await newestOfCases(db, {
    ids,
    limit,
    runs: [...runs.keys()],
    oldest,
    without: withSkipped ? 'pending' : 'skipped',
  })
  return new Map(
    rows.map(({ id, results }) => {
      const list = (JSON.parse(results) as Row[]).toSorted(([a], [b]) => (a < b ? 1 : -1))
      return [id, list.flatMap((row) => outcomeOf(row, runs.get(row[0])))]
    }),
  )
}

const COLUMNS = ['test_run_id', 'status', 'flaky', 'attempts', 'execution_time_ms', 'executed_at'] as const
type Row = [run: string, status: ResultStatus, flaky: 0 | 1, attempts: number, ms: number | null, at: string | null]

type Values = { ids: string[]; runs: string[]; oldest: string; limit: number; without: ResultStatus }

const newestOfCases = prepared((db, param: Param<Values>) =>
  db
    .selectFrom(idRows(db, param('ids')).as('wanted'))
    .select('wanted.id')
    .select((eb) => {
      const newest = eb
        .selectFrom('test_results')
        .select(COLUMNS)
        .whereRef('test_results.test_case_id', '=', eb.ref('wanted.id'))
        .where(isExecuted('test_results'))
        .where('test_results.status', '<>', param('without'))
        .where('test_results.test_run_id', '>=', param('oldest'))
        .where(isOneOf(db, unindexedText(db, 'test_results.test_run_id'), param('runs')))
        .orderBy('test_results.test_run_id', 'desc')
        .limit(param('limit'))
        .as('newest')
      return jsonRows(
        db,
        COLUMNS.map((column) => `newest.${column}`),
        db.selectFrom(newest as never),
      ).as('results')
    }),
)

const NO_TIME = new Date(0).toISOString()

function outcomeOf(
  [, status, flaky, attempts, ms, at]: Row,
  known: { run: WindowRun; stream: string } | undefined,
): Outcome[] {
  if (!known) return []
  return [{ run: known.run, stream: known.stream, status, flaky: flaky === 1, attempts, ms, at: at ?? NO_TIME }]
}
