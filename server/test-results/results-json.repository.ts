import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { TestResult } from '#shared/test-results/test-result.ts'
import type { Db } from '../database/databases.ts'
import { isPostgres } from '../database/dialect.ts'
import { inChunks, itemsAsJson, joined, JOINED, jsonOf } from '../database/json/chunks.ts'
import { type Param, prepared } from '../database/prepared.ts'
import type { Tables } from '../database/tables.ts'
import { joinedResults, selectResults } from './test-results.repository.ts'
import { RESULT_LAYOUT, toTestResult } from './test-results.rows.ts'

/** A position in the order of the results; numbers may repeat, so the id is part of it. */
type Position = { suiteNumber: number; number: number; id: string }
type Chunk = Position & { testRunId: string; size: number }

export async function resultsOfRunAsJson(db: Db, testRunId: string): Promise<Buffer[]> {
  const chunks: Buffer[][] = []
  let from: Position | undefined = { suiteNumber: -1, number: -1, id: '' }
  await inChunks(
    () => from !== undefined,
    async (size) => {
      const chunk: Chunk = { ...(from as Position), testRunId, size }
      const json = [await readChunk(db, chunk)]
      chunks.push(json)
      from = (await findPosition(db, chunk))[0]
      return json
    },
  )
  return joined(chunks)
}

async function readChunk(db: Db, chunk: Chunk): Promise<Buffer> {
  if (isPostgres(db)) return itemsAsJson(TestResult, (await onPostgres(db, chunk)).map(toTestResult))
  return (await onSqlite(db, chunk))[0]?.json ?? Buffer.alloc(0)
}

const onPostgres = prepared((db, param: Param<Chunk>) => inOrder(selectResults(db), param))

const onSqlite = prepared((db, param: Param<Chunk>) =>
  db.selectFrom(inOrder(joinedResults(db), param).select(jsonOf(RESULT_LAYOUT)).as('part')).select(JOINED.as('json')),
)

function inOrder<Q extends Pick<SelectQueryBuilder<Tables, any, any>, 'where' | 'orderBy' | 'limit'>>(
  query: Q,
  param: Param<Chunk>,
): Q {
  return query
    .where(from(param))
    .orderBy('test_results.suite_number')
    .orderBy('test_results.number')
    .orderBy('test_results.id')
    .limit(sql<number>`${param('size')}`) as unknown as Q
}

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
