import type { Extras } from '#shared/extras.ts'
import type { Attempt } from '#shared/test-results/test-result.ts'
import type { ResultStatus } from '#shared/test-results/result-status.ts'
import { extrasFromText } from '../database/case-columns.ts'
import type { Db } from '../database/databases.ts'
import { inList, pairList, pairsOf } from '../database/dialect.ts'
import type { Authorized } from '../authorize.ts'
import type { TestRunRow } from '../test-runs/test-runs.repository.ts'
import { toOutcome } from './test-results.rows.ts'
import { sql } from 'kysely'

type AttemptKey = { resultId: string; number: number }
export type RunAttempt = Attempt & AttemptKey & { attempts: number; files: string | null; extras: Extras }

export async function listAttemptKeys(
  db: Db,
  run: Authorized<TestRunRow, 'project.read'>,
  { statuses, limit, offset }: { statuses: ResultStatus[] | undefined; limit: number; offset: number },
): Promise<AttemptKey[]> {
  return await db
    .selectFrom('test_results')
    .innerJoin('test_result_attempts as attempt', 'attempt.test_result_id', 'test_results.id')
    .select(['attempt.test_result_id as resultId', 'attempt.number'])
    .where('test_results.test_run_id', '=', run.id)
    .$if(statuses !== undefined, (query) => query.where('attempt.status', 'in', inList(db, statuses ?? []) as never))
    .orderBy('attempt.executed_at', 'desc')
    .orderBy('attempt.test_result_id', 'desc')
    .orderBy('attempt.number', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

export async function readAttempts(db: Db, keys: AttemptKey[]): Promise<RunAttempt[]> {
  const wanted = pairsOf(keys.map(({ resultId, number }) => [resultId, String(number)] as const))
  const rows = await db
    .selectFrom('test_result_attempts as attempt')
    .innerJoin(pairList(db, wanted).as('wanted'), (join) =>
      join
        .onRef('wanted.first', '=', 'attempt.test_result_id')
        .on(sql<boolean>`cast(wanted.second as integer) = attempt.number`),
    )
    .innerJoin('test_results', 'test_results.id', 'attempt.test_result_id')
    .innerJoin('test_case_revisions', (join) =>
      join
        .onRef('test_case_revisions.test_case_id', '=', 'test_results.test_case_id')
        .onRef('test_case_revisions.revision', '=', 'test_results.case_revision'),
    )
    .leftJoin('users', 'users.id', 'attempt.executed_by')
    .selectAll('attempt')
    .select(['test_results.attempts', 'test_results.attachments', 'users.name as executed_by_name'])
    .select([
      'test_case_revisions.expected_value as snapshot_expected_value',
      'test_case_revisions.steps as snapshot_steps',
    ])
    .execute()
  const found = new Map(rows.map((row) => [`${row.test_result_id} ${row.number}`, row]))
  return keys.flatMap(({ resultId, number }) => {
    const row = found.get(`${resultId} ${number}`)
    if (!row) return []
    const { executed_at: executedAt, attempts, attachments: files, extras } = row
    return [{ ...toOutcome(row, row), executedAt, resultId, number, attempts, files, extras: extrasFromText(extras) }]
  })
}
