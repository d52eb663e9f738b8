import { type SqlBool, sql } from 'kysely'
import { type Param, prepared } from '../database/prepared.ts'
import type { Db } from '../database/databases.ts'
import type { ResultPosition } from './match.repository.ts'

type InRun = { testRunId: string }
type After = InRun & Omit<ResultPosition, 'test_suite_id'>

/** Before all results. */
const START: Omit<ResultPosition, 'test_suite_id'> = { suite_number: -1, number: -1, id: '' }

export async function findPlace(db: Db, run: { id: string }, resultId: string): Promise<ResultPosition | undefined> {
  return (await placeById(db, { testRunId: run.id, resultId }))[0]
}

export async function findPending(
  db: Db,
  run: { id: string },
  after: Partial<ResultPosition> = {},
): Promise<ResultPosition | undefined> {
  return (await pendingAfter(db, { ...START, ...after, testRunId: run.id }))[0]
}

export async function countBefore(db: Db, run: { id: string }, place: ResultPosition): Promise<number> {
  return (await countOfSuiteBefore(db, { ...place, testRunId: run.id }))[0]?.count ?? 0
}

const placeById = prepared((db, param: Param<InRun & { resultId: string }>) =>
  selectPlaces(db).where('id', '=', param('resultId')).where('test_run_id', '=', param('testRunId')),
)

const pendingAfter = prepared((db, param: Param<After>) =>
  selectPlaces(db)
    .where('test_run_id', '=', param('testRunId'))
    .where('status', '=', sql.lit('pending' as const))
    .where(sql<SqlBool>`(suite_number, number, id) > (${param('suite_number')}, ${param('number')}, ${param('id')})`)
    .orderBy('suite_number')
    .orderBy('number')
    .orderBy('id')
    .limit(sql.lit(1)),
)

const countOfSuiteBefore = prepared((db, param: Param<InRun & ResultPosition>) =>
  db
    .selectFrom('test_results')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('test_run_id', '=', param('testRunId'))
    .where('suite_number', '=', param('suite_number'))
    .where('test_suite_id', '=', param('test_suite_id'))
    .where(sql<SqlBool>`(number, id) < (${param('number')}, ${param('id')})`),
)

const selectPlaces = (db: Db) => db.selectFrom('test_results').select(['id', 'test_suite_id', 'suite_number', 'number'])
