import { sql } from 'kysely'
import type { PageInput } from '#shared/page.ts'
import type { Db } from '../database/databases.ts'
import { givenRows } from '../database/dialect.ts'
import { bytesOf, inChunks, joined, joinedJson, type JoinedJson, jsonOf } from '../database/json/chunks.ts'
import { type Param, prepared } from '../database/prepared.ts'
import { NO_LIMIT } from '../http/paging.ts'
import type { SuiteSize } from '../test-suites/suite-sizes.repository.ts'
import { CASE_LAYOUT, joinedCases } from './test-cases.repository.ts'

/** The cases of a suite from one number to another. Numbers have no gaps and do not repeat within a suite. */
type Part = { id: string; first: number; last: number }

/** A page of the cases of all these suites together, in the order of the suites: the cases of each suite as JSON. */
export async function casesAsJson(db: Db, suites: SuiteSize[], page: PageInput = {}): Promise<Buffer[][]> {
  const lists: Buffer[][][] = suites.map(() => [])
  const left = [...onPage(suites, page).entries()].filter(([, { first, last }]) => first <= last)
  await inChunks(
    () => left.length > 0,
    async (size) => {
      const taken = take(left, size)
      const read = await readParts(
        db,
        taken.map(([, part]) => part),
      )
      for (const [index, [suite]] of taken.entries()) lists[suite]?.push([read[index] as Buffer])
      return read
    },
  )
  return lists.map(joined)
}

function onPage(suites: SuiteSize[], { limit = NO_LIMIT, offset = 0 }: PageInput): Part[] {
  let before = 0
  return suites.map(({ id, testCaseCount }) => {
    const first = Math.max(1, offset - before + 1)
    const last = Math.min(testCaseCount, offset + limit - before)
    before += testCaseCount
    return { id, first, last }
  })
}

type Indexed = [suite: number, part: Part]

/** Removes parts with together at most `size` cases; of a longer one, its beginning. */
function take(left: Indexed[], size: number): Indexed[] {
  const taken: Indexed[] = []
  let room = size
  while (left[0] && room > 0) {
    const [suite, { id, first, last }] = left[0]
    const end = Math.min(last, first + room - 1)
    taken.push([suite, { id, first, last: end }])
    // A suite is not free either.
    room -= end - first + 2
    if (end < last) left[0] = [suite, { id, first: end + 1, last }]
    else left.shift()
  }
  return taken
}

async function readParts(db: Db, parts: Part[]): Promise<Buffer[]> {
  const read: Buffer[] = parts.map(() => bytesOf())
  const given = JSON.stringify(parts.map((part, at) => ({ at, ...part })))
  for (const { at, json } of await jsonOfParts(db, { given })) read[at] = bytesOf(json)
  return read
}

const jsonOfParts = prepared((db, param: Param<{ given: string }>) => {
  const columns = { at: 'integer', id: 'text', first: 'integer', last: 'integer' } as const
  const cases = joinedCases(db)
    .whereRef('test_cases.test_suite_id', '=', sql.ref('given.id'))
    .whereRef('test_cases.number', '>=', sql.ref('given.first'))
    .whereRef('test_cases.number', '<=', sql.ref('given.last'))
    .orderBy('test_cases.number')
    .select(jsonOf(db, CASE_LAYOUT))
  return db
    .selectFrom(givenRows(db, columns, param('given')).as('given'))
    .select('given.at')
    .select(sql<JoinedJson>`${db.selectFrom(cases.as('part')).select(joinedJson(db).as('json'))}`.as('json'))
})
