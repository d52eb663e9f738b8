import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ResultStatus } from '#shared/test-results/result-status.ts'
import type { Summary } from '#shared/test-runs/summary.ts'
import type { Db } from '../database/databases.ts'
import { gather } from '../database/json/gather.ts'
import { jsonQuery } from '../database/json/json-query.ts'
import { type Param, prepared } from '../database/prepared.ts'
import { joinedResults } from './test-results.repository.ts'
import { RESULT_LAYOUT } from './test-results.rows.ts'

/* The results of a run as JSON, in chunks. */

/** A position in the order of the results; numbers may repeat, so the id is part of it. */
type Position = { suiteNumber: number; number: number; id: string }
type Chunk = Position & { testRunId: string; size: number }

const START: Position = { suiteNumber: -1, number: -1, id: '' }

/** The results by suite and case number, and a summary that counts exactly these results. */
export async function resultsOfRunAsJson(db: Db, testRunId: string): Promise<{ json: Buffer[]; summary: Summary }> {
  const { json, count, sums } = await gather(
    START,
    (from, size) => readChunk(db, { ...from, testRunId, size }),
    async (from, size) => (await findPosition(db, { ...from, testRunId, size }))[0],
  )
  const pending = count - sums.passed - sums.failed - sums.error - sums.skipped
  return { json, summary: { ...sums, total: count, pending } }
}

/** The rest is pending. */
const COUNTED = {
  passed: ofStatus('passed'),
  failed: ofStatus('failed'),
  error: ofStatus('error'),
  skipped: ofStatus('skipped'),
  flaky: sql<number>`test_results.flaky`,
} satisfies Partial<Record<keyof Summary, RawBuilder<number>>>

function ofStatus(status: ResultStatus): RawBuilder<number> {
  return sql<number>`case when test_results.status = ${sql.lit(status)} then 1 else 0 end`
}

const readChunk = jsonQuery(
  RESULT_LAYOUT,
  (db, param: Param<Chunk>) =>
    joinedResults(db)
      .where(from(param))
      .orderBy('test_results.suite_number')
      .orderBy('test_results.number')
      .orderBy('test_results.id')
      .limit(sql<number>`${param('size')}`),
  COUNTED,
)

/** The position `size` results later. */
const findPosition = prepared((db, param: Param<Chunk>) =>
  db
    .selectFrom('test_results')
    .select(['suite_number as suiteNumber', 'number', 'id'])
    .where(from(param))
    .orderBy('suite_number')
    .orderBy('number')
    .orderBy('id')
    .limit(1)
    .offset(sql<number>`${param('size')}`),
)

const from = (param: Param<Chunk>) => sql<SqlBool>`test_results.test_run_id = ${param('testRunId')} and
  (test_results.suite_number, test_results.number, test_results.id) >=
  (${param('suiteNumber')}, ${param('number')}, ${param('id')})`
