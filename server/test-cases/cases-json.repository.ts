import { type SqlBool, sql } from 'kysely'
import type { Db } from '../database/databases.ts'
import { CHUNK_ROWS, gather, pause } from '../database/json/gather.ts'
import { jsonLists, jsonQuery } from '../database/json/json-query.ts'
import { type Param, prepared } from '../database/prepared.ts'
import { CASE_LAYOUT } from './test-cases.repository.ts'

/* Cases as JSON, in chunks. */

/** Numbers have no gaps and do not repeat within a suite. */
type Position = { number: number }
type Chunk = Position & { testSuiteId: string; size: number }

const START: Position = { number: 0 }

/** The cases of a suite, by number. */
export async function casesOfSuiteAsJson(db: Db, testSuiteId: string): Promise<{ json: Buffer[]; count: number }> {
  return await gather(
    START,
    (from, size) => readChunk(db, { ...from, testSuiteId, size }),
    async (from, size) => (await findPosition(db, { ...from, testSuiteId, size }))[0],
  )
}

/** The cases of each suite, in the order of the suites. */
export async function casesOfSuitesAsJson(
  db: Db,
  suites: { id: string; testCaseCount: number }[],
): Promise<Buffer[][]> {
  const lists: Buffer[][] = []
  for (const ids of inPacks(suites)) {
    if (lists.length > 0) await pause()
    lists.push(
      ...(ids.length === 1 ? [(await casesOfSuiteAsJson(db, ids[0] as string)).json] : await readLists(db, ids)),
    )
  }
  return lists
}

/** Neighbouring suites that have together about as many cases as one chunk; a larger suite is alone. */
function inPacks(suites: { id: string; testCaseCount: number }[]): string[][] {
  const packs: string[][] = []
  let room = 0
  for (const { id, testCaseCount } of suites) {
    // An empty suite is not free either.
    const cost = testCaseCount + 1
    if (cost > room) {
      packs.push([])
      room = CHUNK_ROWS
    }
    packs.at(-1)?.push(id)
    room -= cost
  }
  return packs
}

const readChunk = jsonQuery(CASE_LAYOUT, (db, param: Param<Chunk>) =>
  db
    .selectFrom('test_cases')
    .where(from(param))
    .orderBy('test_cases.number')
    .limit(sql<number>`${param('size')}`),
)

/** The position `size` cases later. */
const findPosition = prepared((db, param: Param<Chunk>) =>
  db
    .selectFrom('test_cases')
    .select('number')
    .where(from(param))
    .orderBy('test_cases.number')
    .limit(1)
    .offset(sql<number>`${param('size')}`),
)

const from = (param: Param<Chunk>) =>
  sql<SqlBool>`test_cases.test_suite_id = ${param('testSuiteId')} and test_cases.number >= ${param('number')}`

const readLists = jsonLists(CASE_LAYOUT, 'test_cases.test_suite_id', (db) =>
  db.selectFrom('test_cases').orderBy('test_cases.number'),
)
