import { type SqlBool, sql } from 'kysely'
import type { PageInput } from '#shared/page.ts'
import type { Db } from '../database/databases.ts'
import { CHUNK_ROWS, gather, joined } from '../database/json/gather.ts'
import { giveWay } from '../limits/give-way.ts'
import { jsonLists, jsonQuery } from '../database/json/json-query.ts'
import { type Param, prepared } from '../database/prepared.ts'
import { NO_LIMIT } from '../http/paging.ts'
import type { SuiteSize } from '../test-suites/suite-sizes.repository.ts'
import { CASE_LAYOUT, joinedCases } from './test-cases.repository.ts'

/* Cases as JSON, in chunks. */

/** The cases of a suite from one number to another. Numbers have no gaps and do not repeat within a suite. */
type Slice = { id: string; first: number; last: number; isWhole: boolean }
type Chunk = { testSuiteId: string; number: number; last: number; size: number }

/** The cases of a suite, by number. */
export async function casesOfSuiteAsJson(db: Db, testSuiteId: string): Promise<Buffer[]> {
  return await readSlice(db, { id: testSuiteId, first: 1, last: NO_LIMIT })
}

/** The cases of each suite, in the order of the suites. */
export async function casesOfSuitesAsJson(db: Db, suites: SuiteSize[]): Promise<Buffer[][]> {
  return await readSlices(db, slicesOf(suites))
}

/** A page of the cases of all these suites together, in the order of the suites. */
export async function pageOfCasesAsJson(db: Db, suites: SuiteSize[], page: PageInput): Promise<Buffer[]> {
  const slices = slicesOf(suites, page).filter(({ first, last }) => first <= last)
  return joined(await readSlices(db, slices))
}

/** The part of each suite that is on the page. */
function slicesOf(suites: SuiteSize[], { limit = NO_LIMIT, offset = 0 }: PageInput = {}): Slice[] {
  let before = 0
  return suites.map(({ id, testCaseCount }) => {
    const first = Math.max(1, offset - before + 1)
    const last = Math.min(testCaseCount, offset + limit - before)
    before += testCaseCount
    return { id, first, last, isWhole: first === 1 && last === testCaseCount }
  })
}

async function readSlices(db: Db, slices: Slice[]): Promise<Buffer[][]> {
  const lists: Buffer[][] = []
  for (const pack of inPacks(slices)) {
    if (lists.length > 0) await giveWay()
    const [only, ...others] = pack
    if (only && others.length === 0) lists.push(await readSlice(db, only))
    else {
      const ids = pack.map(({ id }) => id)
      lists.push(...(await readLists(db, ids)))
    }
  }
  return lists
}

/** Neighbouring suites that have together about as many cases as one chunk; a larger suite or a part is alone. */
function inPacks(slices: Slice[]): Slice[][] {
  const packs: Slice[][] = []
  let room = 0
  for (const slice of slices) {
    // An empty suite is not free either.
    const cost = slice.isWhole ? slice.last + 1 : CHUNK_ROWS
    if (cost > room) {
      packs.push([])
      room = CHUNK_ROWS
    }
    packs.at(-1)?.push(slice)
    room -= cost
  }
  return packs
}

async function readSlice(db: Db, { id, first, last }: Omit<Slice, 'isWhole'>): Promise<Buffer[]> {
  const { json } = await gather(
    { number: first },
    (from, size) => readChunk(db, { ...from, testSuiteId: id, last, size }),
    async (from, size) => (await findPosition(db, { ...from, testSuiteId: id, last, size }))[0],
  )
  return json
}

const readChunk = jsonQuery(CASE_LAYOUT, (db, param: Param<Chunk>) =>
  joinedCases(db)
    .where(between(param))
    .orderBy('test_cases.number')
    .limit(sql<number>`${param('size')}`),
)

/** The position `size` cases later. */
const findPosition = prepared((db, param: Param<Chunk>) =>
  db
    .selectFrom('test_cases')
    .select('number')
    .where(between(param))
    .orderBy('test_cases.number')
    .limit(1)
    .offset(sql<number>`${param('size')}`),
)

const between = (param: Param<Chunk>) =>
  sql<SqlBool>`test_cases.test_suite_id = ${param('testSuiteId')} and
    test_cases.number >= ${param('number')} and test_cases.number <= ${param('last')}`

const readLists = jsonLists(CASE_LAYOUT, 'test_cases.test_suite_id', (db) =>
  joinedCases(db).orderBy('test_cases.number'),
)
