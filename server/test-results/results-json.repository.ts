import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { ListRunResults } from '#shared/test-results/test-result.ts'
import type { Summary } from '#shared/test-runs/summary.ts'
import type { Db } from '../database/databases.ts'
import { bytesOf, inChunks, joined, joinedJson, jsonOf } from '../database/json/chunks.ts'
import { type Param, prepared } from '../database/prepared.ts'
import type { Tables } from '../database/tables.ts'
import { NO_LIMIT } from '../http/paging.ts'
import { joinedResults, ofRun } from './test-results.repository.ts'
import { RESULT_LAYOUT } from './test-results.rows.ts'

/** A page of the results of a run, of all of them or of one suite or status. */
type Part = Omit<ListRunResults, 'testRunId'>
type Filter = Pick<Part, 'suiteId' | 'status'>

/** A position in the order of the results; numbers may repeat, so the id is part of it. */
type Position = { suiteNumber: number; number: number; id: string }
type Chunk = Filter & Position & { testRunId: string; size: number }

const START: Position = { suiteNumber: -1, number: -1, id: '' }

export async function resultsOfRunAsJson(
  db: Db,
  testRunId: string,
  { limit = NO_LIMIT, offset = 0, suiteId, status }: Part = {},
): Promise<Buffer[]> {
  const { read, positionAfter } = queriesFor({ suiteId, status })
  const all = { suiteId, status, testRunId, ...START }
  const chunks: Buffer[][] = []
  let left = limit
  let from = offset === 0 ? START : await positionAfter(db, { ...all, size: offset })
  await inChunks(
    () => from !== undefined,
    async (size) => {
      const chunk: Chunk = { ...all, ...from, size: Math.min(size, left) }
      const json = [await read(db, chunk)]
      chunks.push(json)
      left -= chunk.size
      from = left > 0 ? await positionAfter(db, chunk) : undefined
      return json
    },
  )
  return joined(chunks)
}

/** The length of the list. The run keeps the counts of all its results and of each status. */
export async function countResultsOfRun(
  db: Db,
  run: { id: string } & Summary,
  { suiteId, status }: Filter,
): Promise<number> {
  if (suiteId === undefined) return run[status ?? 'total']
  return await queriesFor({ suiteId, status }).count(db, { testRunId: run.id, suiteId, status })
}

type Queries = ReturnType<typeof prepareFor>
const known = new Map<string, Queries>()

/** They are prepared once for each kind of filter. */
function queriesFor(filter: Filter): Queries {
  const kind = `${filter.suiteId !== undefined} ${filter.status !== undefined}`
  const queries = known.get(kind) ?? prepareFor(filter)
  known.set(kind, queries)
  return queries
}

function prepareFor({ suiteId, status }: Filter) {
  const matching = (db: Db, param: Param<Pick<Chunk, 'testRunId' | 'suiteId' | 'status'>>) =>
    ofRun(db, { id: param('testRunId') }, { suiteId: suiteId && param('suiteId'), status: status && param('status') })
  const inOrder = <Q extends Ordered>(db: Db, query: Q, param: Param<Chunk>) =>
    query
      .where(matching(db, param))
      .where(isFrom(param))
      .orderBy('test_results.suite_number')
      .orderBy('test_results.number')
      .orderBy('test_results.id') as unknown as Q
  const size = (param: Param<Chunk>) => sql<number>`${param('size')}`
  const chunk = prepared((db, param: Param<Chunk>) => {
    const part = inOrder(db, joinedResults(db), param).limit(size(param)).select(jsonOf(db, RESULT_LAYOUT))
    return db.selectFrom(part.as('part')).select(joinedJson(db).as('json'))
  })
  const position = prepared((db, param: Param<Chunk>) =>
    inOrder(db, db.selectFrom('test_results'), param)
      .select(['test_results.suite_number as suiteNumber', 'test_results.number', 'test_results.id'])
      .limit(1)
      .offset(size(param)),
  )
  const counted = prepared((db, param: Param<Pick<Chunk, 'testRunId' | 'suiteId' | 'status'>>) =>
    db
      .selectFrom('test_results')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where(matching(db, param)),
  )
  return {
    read: async (db: Db, part: Chunk): Promise<Buffer> => bytesOf((await chunk(db, part))[0]?.json),
    positionAfter: async (db: Db, chunk: Chunk): Promise<Position | undefined> => (await position(db, chunk))[0],
    count: async (db: Db, filter: Parameters<typeof counted>[1]) => (await counted(db, filter))[0]?.count ?? 0,
  }
}

type Ordered = Pick<SelectQueryBuilder<Tables, any, any>, 'where' | 'orderBy'>

const isFrom = (
  param: Param<Chunk>,
) => sql<SqlBool>`(test_results.suite_number, test_results.number, test_results.id) >=
  (${param('suiteNumber')}, ${param('number')}, ${param('id')})`
