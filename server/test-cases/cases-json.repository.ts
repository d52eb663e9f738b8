import { sql } from 'kysely'
import type { PageInput } from '#shared/page.ts'
import { TestCase } from '#shared/test-cases/test-case.ts'
import type { Db } from '../database/databases.ts'
import { givenRows, isPostgres } from '../database/dialect.ts'
import { inChunks, itemsAsJson, joined, JOINED, jsonOf } from '../database/json/chunks.ts'
import { type Param, prepared } from '../database/prepared.ts'
import { NO_LIMIT } from '../http/paging.ts'
import type { SuiteSize } from '../test-suites/suite-sizes.repository.ts'
import { CASE_LAYOUT, joinedCases, selectCases, toTestCase } from './test-cases.repository.ts'

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
  if (!isPostgres(db)) {
    const read: Buffer[] = parts.map(() => Buffer.alloc(0))
    for (const { at, json } of await onSqlite(db, { parts })) if (json) read[at] = json
    return read
  }
  const query = selectCases(db)
    .innerJoin(givenRows(db, { id: 'text', first: 'integer', last: 'integer' }, parts).as('part'), (join) =>
      join
        .onRef('part.id', '=', 'test_cases.test_suite_id')
        .on(sql<boolean>`test_cases.number between part.first and part.last`),
    )
    .orderBy('test_cases.number')
  const { rows } = await db.executeQuery(query.compile())
  const bySuite = Map.groupBy(rows, ({ test_suite_id }) => test_suite_id)
  return parts.map(({ id }) => itemsAsJson(TestCase, (bySuite.get(id) ?? []).map(toTestCase)))
}

const onSqlite = prepared((db, param: Param<{ parts: Part[] }>) => {
  const part = joinedCases(db)
    .where('test_cases.test_suite_id', '=', sql<string>`json_each.value ->> 'id'`)
    .where('test_cases.number', '>=', sql<number>`json_each.value ->> 'first'`)
    .where('test_cases.number', '<=', sql<number>`json_each.value ->> 'last'`)
    .orderBy('test_cases.number')
    .select(jsonOf(CASE_LAYOUT))
  return db
    .selectFrom(sql`json_each(${param('parts')})`.as(sql`json_each`))
    .select(sql<number>`json_each.key`.as('at'))
    .select(sql<Buffer | null>`${db.selectFrom(part.as('part')).select(JOINED.as('json'))}`.as('json'))
})
