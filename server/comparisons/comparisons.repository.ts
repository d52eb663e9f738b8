import { type ExpressionBuilder, sql } from 'kysely'
import { COMPARED_TEXT_MAX, type ComparedResult } from '#shared/comparisons/comparison.ts'
import { FAILURE_STATUSES } from '#shared/test-results/severity.ts'
import type { ResultStatus } from '#shared/test-results/result-status.ts'
import { SLOWER_BY_MS } from '#shared/test-runs/comparison.ts'
import { listFromText, onSnapshot, onRunSuite } from '../database/case-columns.ts'
import type { Db } from '../database/databases.ts'
import { inList } from '../database/dialect.ts'
import { type Param, prepared } from '../database/prepared.ts'

/** A case with its results in two runs, without texts. One of the results may be missing. */
export type Pair = {
  test_case_id: string
  suite_number: number
  number: number
  id: string | null
  status: ResultStatus | null
  flaky: number | null
  time: number | null
  before_id: string | null
  before_status: ResultStatus | null
  before_flaky: number | null
  before_time: number | null
}

type Runs = { run: string; base: string }

/** The cases of a run that may have changed. Those that passed in both runs, or ran in neither, are left out. */
export const listPairs = prepared((db, param: Param<Runs>) =>
  db
    .selectFrom('test_results as now')
    .leftJoin('test_results as before', (join) =>
      join.onRef('before.test_case_id', '=', 'now.test_case_id').on('before.test_run_id', '=', param('base')),
    )
    .select(['now.test_case_id', 'now.suite_number', 'now.number'])
    .select(['now.id', 'now.status', 'now.flaky', 'now.execution_time_ms as time'])
    .select(['before.id as before_id', 'before.status as before_status', 'before.flaky as before_flaky'])
    .select('before.execution_time_ms as before_time')
    .where('now.test_run_id', '=', param('run'))
    .where((eb) =>
      eb.or([
        eb('before.id', 'is', null),
        eb('now.status', 'in', FAILURE_STATUSES),
        eb('before.status', 'in', FAILURE_STATUSES),
        eb('now.flaky', '=', 1),
        eb(sql<number>`now.execution_time_ms - before.execution_time_ms`, '>=', SLOWER_BY_MS),
      ]),
    ),
)

export const listVanished = prepared((db, param: Param<Runs>) =>
  db
    .selectFrom('test_results as before')
    .select(['before.test_case_id', 'before.suite_number', 'before.number'])
    .select(['before.id as before_id', 'before.status as before_status', 'before.flaky as before_flaky'])
    .select('before.execution_time_ms as before_time')
    .where('before.test_run_id', '=', param('base'))
    .where((eb: ExpressionBuilder<any, any>) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('test_results as now')
            .select('now.id')
            .where('now.test_run_id', '=', param('run'))
            .whereRef('now.test_case_id', '=', 'before.test_case_id'),
        ),
      ),
    ),
)

export async function totalOfRun(db: Db, { id }: { id: string }): Promise<number> {
  return (await runTotal(db, { id }))[0]?.total ?? 0
}

const runTotal = prepared((db, param: Param<{ id: string }>) =>
  db.selectFrom('test_runs').select('total').where('id', '=', param('id')),
)

export async function listCompared(db: Db, ids: string[]): Promise<Map<string, Omit<ComparedResult, 'isQuarantined'>>> {
  const rows = await comparedByIds(db, { ids })
  return new Map(rows.map((row) => [row.id, toCompared(row)]))
}

const comparedByIds = prepared((db, param: Param<{ ids: string[] }>) =>
  db
    .selectFrom('test_results')
    .innerJoin('test_case_revisions', onSnapshot)
    .innerJoin('test_run_suites', onRunSuite)
    .select(['test_results.id', 'test_results.test_run_id', 'test_results.test_case_id', 'test_results.test_suite_id'])
    .select(['status', 'flaky', 'execution_time_ms', 'executed_at', 'test_results.number', 'suite_number'])
    .select('defects')
    .select([cut('actual_value').as('actual_value'), cut('error_message').as('error_message')])
    .select(['test_case_revisions.ref', 'test_case_revisions.name', 'test_case_revisions.type'])
    .select('test_run_suites.name as suite_name')
    .where('test_results.id', 'in', inList(db, param('ids'))),
)

const cut = (column: string) => sql<string | null>`substr(${sql.ref(column)}, 1, ${sql.lit(COMPARED_TEXT_MAX)})`

type Row = Awaited<ReturnType<typeof comparedByIds>>[number]

function toCompared(row: Row): Omit<ComparedResult, 'isQuarantined'> {
  return {
    id: row.id,
    testRunId: row.test_run_id,
    status: row.status,
    flaky: row.flaky === 1,
    executionTimeMs: row.execution_time_ms,
    actualValue: row.actual_value,
    errorMessage: row.error_message,
    defects: listFromText<string>(row.defects),
    executedAt: row.executed_at,
    testCase: {
      id: row.test_case_id,
      ref: row.ref,
      number: `${row.suite_number}.${row.number}`,
      name: row.name,
      type: row.type,
      testSuite: { id: row.test_suite_id, name: row.suite_name },
    },
  }
}
