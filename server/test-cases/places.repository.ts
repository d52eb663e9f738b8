import { sql } from 'kysely'
import { lastNumber, renumber } from '../database/case-numbers.ts'
import type { Db } from '../database/databases.ts'
import { givenRows, inList } from '../database/dialect.ts'
import { lastRank, lowest } from '../database/ranks.ts'

/* The position of a case: its suite and its rank there. */

type Standing = { id: string; test_suite_id: string; number: number; rank: string }
export type Place = { id: string; testSuiteId: string; rank: string }

/** The rank after which cases go, for a 1-based position among the others; by default the end. Null: the start. */
export async function rankBefore(
  db: Db,
  testSuiteId: string,
  moving: Standing[],
  position: number | null | undefined,
): Promise<string | null> {
  if (position == null) return await lastRank(db, testSuiteId)
  let number = position - 1
  if (number === 0) return null
  const own = moving.filter((testCase) => testCase.test_suite_id === testSuiteId).map((testCase) => testCase.number)
  for (const each of own.toSorted((a, b) => a - b)) if (each <= number) number += 1
  const found = await db
    .selectFrom('test_cases')
    .select('rank')
    .where('test_suite_id', '=', testSuiteId)
    .where('number', '=', Math.min(number, END))
    .limit(1)
    .executeTakeFirst()
  return found?.rank ?? (await lastRank(db, testSuiteId))
}

/** Larger than any number of cases. */
const END = 1_000_000_000

/** Those of these positions that are taken, also by deleted cases. */
export async function takenPlaces(db: Db, places: Place[]): Promise<Set<string>> {
  const given = givenRows(db, { id: 'text', testSuiteId: 'text', rank: 'text' }, places)
  const of = (table: string) => sql`select given.id from ${given} as given
    inner join ${sql.table(table)} as other on other.test_suite_id = given."testSuiteId" and other.rank = given.rank
    where other.id <> given.id`
  const { rows } = await sql<{ id: string }>`${of('test_cases')} union all ${of('deleted_test_cases')}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/**
 * Moves cases to positions and renumbers the suites. An automated case stores the suite that reports name for it, and
 * drops it when it returns there. Returns the ids of cases with another suite or number; for a large suite, whose
 * numbers follow later, the ids of all.
 */
export async function placeCases(db: Db, cases: Standing[], places: Place[]): Promise<Set<string>> {
  const standing = new Map(cases.map((testCase) => [testCase.id, testCase]))
  const moves = places.map((place) => ({ ...place, before: standing.get(place.id) as Standing }))
  if (moves.length === 0) return new Set()
  const lasts = new Map<string, number>()
  for (const { testSuiteId, before } of moves)
    if (before.test_suite_id !== testSuiteId && !lasts.has(testSuiteId))
      lasts.set(testSuiteId, await lastNumber(db, testSuiteId))
  await setPlaces(
    db,
    moves.map(({ before, ...place }) => {
      if (before.test_suite_id === place.testSuiteId) return { ...place, number: before.number }
      // At the end until the suite is renumbered.
      const number = (lasts.get(place.testSuiteId) as number) + 1
      lasts.set(place.testSuiteId, number)
      return { ...place, number }
    }),
  )
  const ranks = moves.flatMap(({ testSuiteId, rank, before }) => [
    { suite: testSuiteId, rank },
    { suite: before.test_suite_id, rank: before.rank },
  ])
  const late = new Set<string>()
  for (const [suite, changed] of Map.groupBy(ranks, (each) => each.suite)) {
    if (await renumber(db, suite, lowest(changed.map(({ rank }) => rank)))) late.add(suite)
  }
  const numbers = await numbersOf(db, [...standing.keys()])
  const changed = moves.filter(
    ({ id, testSuiteId, before }) =>
      before.test_suite_id !== testSuiteId || before.number !== numbers.get(id) || late.has(testSuiteId),
  )
  return new Set(changed.map(({ id }) => id))
}

async function setPlaces(db: Db, places: (Place & { number: number })[]): Promise<void> {
  const given = givenRows(db, { id: 'text', testSuiteId: 'text', rank: 'text', number: 'integer' }, places)
  await sql`update test_cases set
      test_suite_id = given."testSuiteId",
      rank = given.rank,
      number = given.number,
      reported_suite = case when type = 'auto' then nullif(
        coalesce(reported_suite, (select name from test_suites where id = test_cases.test_suite_id)),
        (select name from test_suites where id = given."testSuiteId")
      ) end
    from ${given} as given
    where test_cases.id = given.id`.execute(db)
  await sql`update test_case_search set test_suite_id = given."testSuiteId"
    from ${given} as given
    where test_case_search.test_case_id = given.id and test_case_search.test_suite_id <> given."testSuiteId"`.execute(
    db,
  )
}

export async function numbersOf(db: Db, ids: string[]): Promise<Map<string, number>> {
  const rows = await db.selectFrom('test_cases').select(['id', 'number']).where('id', 'in', inList(db, ids)).execute()
  return new Map(rows.map(({ id, number }) => [id, number]))
}
