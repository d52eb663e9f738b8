import { sql, type SqlBool } from 'kysely'
import type { ResultStatus } from '#shared/test-results/result-status.ts'
import { FAILURE_STATUSES } from '#shared/test-results/severity.ts'
import type { TestResult } from '#shared/test-results/test-result.ts'
import type { Authorized } from '../authorize.ts'
import type { Db } from '../database/databases.ts'
import { inList } from '../database/dialect.ts'
import type { TestRunRow } from '../test-runs/test-runs.repository.ts'
import { selectResults } from './test-results.repository.ts'
import { toTestResult } from './test-results.rows.ts'

/** Rows per chunk: the first chunk is small, and each at most twice as large as the one before. */
const ROWS = { first: 25, most: 200 }

/** The approximate text in memory per download. Rows with long texts are read in smaller numbers. */
const CHUNK_CHARACTERS = 64 * 1024

/** The results of suites with these numbers, or of a single suite if others share its number. */
export type ChunkFilter = { from: number; to: number; suiteId?: string | undefined; failures?: boolean | undefined }

export async function* resultChunks(
  db: Db,
  run: Authorized<TestRunRow, 'project.read'>,
  { from, to, suiteId, failures = false }: ChunkFilter,
): AsyncGenerator<TestResult[]> {
  let after = { suite: from, number: -1, id: '' }
  let size = ROWS.first
  for (;;) {
    const rows = await selectResults(db)
      .where('test_results.test_run_id', '=', run.id)
      .where(
        sql<SqlBool>`(test_results.suite_number, test_results.number, test_results.id) >
          (${after.suite}, ${after.number}, ${after.id})`,
      )
      .where('test_results.suite_number', '<=', to)
      .$if(suiteId !== undefined, (query) => query.where('test_results.test_suite_id', '=', suiteId as string))
      .$if(failures, (query) => query.where('test_results.status', 'in', [...FAILURE_STATUSES]))
      .orderBy('test_results.suite_number')
      .orderBy('test_results.number')
      .orderBy('test_results.id')
      .limit(size)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    const isLast = rows.length < size
    // Not kept in memory while the caller waits for its client.
    const results = rows.splice(0).map(toTestResult)
    const characters = JSON.stringify(results).length
    yield results.splice(0)
    if (isLast) return
    after = { suite: last.suite_number, number: last.number, id: last.id }
    size = Math.max(1, Math.min(ROWS.most, size * 2, Math.floor((size * CHUNK_CHARACTERS) / characters)))
  }
}

/** An execution before the shown one. */
export type EarlierAttempt = {
  resultId: string
  status: ResultStatus
  errorMessage: string | null
  executionTimeMs: number | null
}

/** The maximum number per result. */
const EARLIER_MAX = 10

/** The executions before the last one of each result, oldest first, at most the ten newest. */
export async function listEarlierAttempts(db: Db, resultIds: string[]): Promise<EarlierAttempt[]> {
  if (resultIds.length === 0) return []
  const rows = await db
    .selectFrom('test_result_attempts')
    .innerJoin('test_results', 'test_results.id', 'test_result_attempts.test_result_id')
    .select([
      'test_results.id as resultId',
      'test_result_attempts.number',
      'test_result_attempts.status',
      'test_result_attempts.error_message as errorMessage',
      'test_result_attempts.execution_time_ms as executionTimeMs',
    ])
    .where('test_results.id', 'in', inList(db, resultIds))
    .whereRef('test_result_attempts.number', '<', 'test_results.attempts')
    .where((eb) => eb('test_result_attempts.number', '>=', eb('test_results.attempts', '-', EARLIER_MAX)))
    .execute()
  // With an order, PostgreSQL may read all attempts in the order of their key.
  return rows.toSorted((a, b) => a.number - b.number)
}
