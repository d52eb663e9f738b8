import { type RawBuilder, sql } from 'kysely'
import { closeGaps, type Gaps, setNumbers, shift } from '../database/case-numbers.ts'
import type { Db } from '../database/databases.ts'
import { givenRows, inList, rowKey } from '../database/dialect.ts'

/* Where cases stand: their suite, and their number in it. Numbers start at 1 and have no gaps. */

/** A case goes behind the first `slot` cases of its suite that stay in place; those of one slot follow by `rank`. */
export type CasePlacement = { id: string; slot: number; rank: number }

/** Larger than any number of cases. */
const END = 1_000_000_000

/** Where cases go that are put at a 1-based position together, in this order; by default at the end. */
export function placesAt(ids: string[], position: number | null | undefined): CasePlacement[] {
  const slot = Math.min(position ?? END, END) - 1
  return ids.map((id, rank) => ({ id, slot, rank }))
}

/** Where cases must go to be again where they are now; the rank of each is its number. */
export function placesNow(cases: { id: string; test_suite_id: string; number: number }[]): CasePlacement[] {
  const suites = Map.groupBy(cases, (testCase) => testCase.test_suite_id)
  return [...suites.values()].flatMap((ofSuite) =>
    ofSuite
      .toSorted((a, b) => a.number - b.number)
      .map(({ id, number }, index) => ({ id, slot: number - index - 1, rank: number })),
  )
}

type Standing = { id: string; test_suite_id: string; number: number }

/** Moves cases of other suites to a 1-based position of this suite, by default to its end, in this order. */
export async function joinSuite(
  db: Db,
  testSuiteId: string,
  cases: Standing[],
  position: number | null | undefined,
): Promise<void> {
  const { last } = await db
    .selectFrom('test_cases')
    .select((eb) => eb.fn.coalesce(eb.fn.max('number'), eb.lit(0)).as('last'))
    .where('test_suite_id', '=', testSuiteId)
    .executeTakeFirstOrThrow()
  const first = Math.min(position ?? END, last + 1)
  if (first <= last) await makeRoom(db, testSuiteId, first, cases.length)
  await keepNeighboursOf(db, cases)
  await moveCases(
    db,
    cases.map(({ id }, index) => ({ id, testSuiteId, number: first + index })),
  )
  await closeGaps(db, gapsOf(cases))
}

/** In a suite, and before the same neighbours in the trash. */
async function makeRoom(db: Db, testSuiteId: string, number: number, count: number): Promise<void> {
  await shift(db, testSuiteId, number, count)
  await db
    .updateTable('deleted_test_cases')
    .set((eb) => ({ number: eb('number', '+', count) }))
    .where('test_suite_id', '=', testSuiteId)
    .where('number', '>=', number)
    .execute()
}

/** What was deleted before or between cases that leave stands before the next case that stays. */
async function keepNeighboursOf(db: Db, leaving: Standing[]): Promise<void> {
  const suites = [...new Set(leaving.map((testCase) => testCase.test_suite_id))]
  if (!(await hasTrash(db, suites))) return
  const rows = leaving.map(({ test_suite_id, number }) => ({ test_suite_id, number }))
  const given = givenRows(db, { test_suite_id: 'text', number: 'integer' }, rows)
  await sql`update deleted_test_cases set number = kept.place
    from (
      select id, number - sum(leaves) over (partition by test_suite_id order by number, leaves) as place
      from (
        select id, test_suite_id, number, 0 as leaves from deleted_test_cases
        where test_suite_id in ${inList(db, suites)}
        union all
        select null, test_suite_id, number, 1 from ${given} as given
      ) as standing
    ) as kept
    where deleted_test_cases.id = kept.id and deleted_test_cases.number <> kept.place`.execute(db)
}

/** The numbers that cases leave behind. */
function gapsOf(cases: Standing[]): Gaps[] {
  return Array.from(
    Map.groupBy(cases, (testCase) => testCase.test_suite_id),
    ([test_suite_id, ofSuite]) => {
      const numbers = ofSuite.map(({ number }) => number)
      const first = numbers.reduce((a, b) => Math.min(a, b))
      const last = numbers.reduce((a, b) => Math.max(a, b))
      return { test_suite_id, count: numbers.length, first, last }
    },
  )
}

type Move = { id: string; testSuiteId: string; number: number }

/**
 * Gives the cases other suites, and numbers there that must be free or become so. An automated case remembers the suite that reports name for
 * it, and forgets it when it comes back there.
 */
export async function moveCases(db: Db, moves: Move[]): Promise<void> {
  if (moves.length === 0) return
  const given = givenRows(db, { id: 'text', testSuiteId: 'text', number: 'integer' }, moves)
  await sql`update test_cases set
      test_suite_id = given."testSuiteId",
      number = given.number,
      reported_suite = case when type = 'auto' then nullif(
        coalesce(reported_suite, (select name from test_suites where id = test_cases.test_suite_id)),
        (select name from test_suites where id = given."testSuiteId")
      ) end
    from ${given} as given
    where test_cases.id = given.id`.execute(db)
  await sql`update test_case_search set test_suite_id = given."testSuiteId"
    from ${given} as given
    where test_case_search.test_case_id = given.id`.execute(db)
}

/**
 * Numbers the cases of these suites anew, with some of them at other places. What is in the trash keeps the neighbour
 * before which it stood.
 */
export async function placeCases(db: Db, testSuiteIds: Iterable<string>, places: CasePlacement[]): Promise<void> {
  const suites = [...new Set(testSuiteIds)]
  const ordered = inOrder(db, suites, places)
  // Before the numbers of its neighbours change.
  if (await hasTrash(db, suites))
    await sql`update deleted_test_cases set number = ordered.place from (${ordered}) as ordered
      where deleted_test_cases.id = ordered.id and deleted_test_cases.number <> ordered.place`.execute(db)
  await setNumbers(db, sql`select key, place from (${ordered}) as ordered where is_deleted = 0`)
}

async function hasTrash(db: Db, testSuiteIds: string[]): Promise<boolean> {
  const found = db.selectFrom('deleted_test_cases').select('id').where('test_suite_id', 'in', inList(db, testSuiteIds))
  return (await found.limit(1).executeTakeFirst()) !== undefined
}

/** What is deleted has the place of the case that follows it. */
function inOrder(db: Db, testSuiteIds: string[], places: CasePlacement[]): RawBuilder<unknown> {
  const given = givenRows(db, { id: 'text', slot: 'integer', rank: 'integer' }, places)
  const suites = inList(db, testSuiteIds)
  const key = rowKey(db, 'test_cases')
  return sql`with placed as (select id, slot, rank from ${given} as given),
    staying as (
      select id, key, test_suite_id, is_deleted,
        sum(1 - is_deleted) over (partition by test_suite_id order by number, is_deleted desc) as slot
      from (
        select id, ${key} as key, test_suite_id, number, 0 as is_deleted from test_cases
        where test_suite_id in ${suites} and id not in (select id from placed)
        union all
        select id, null, test_suite_id, number, 1 from deleted_test_cases where test_suite_id in ${suites}
      ) as standing
    )
    select id, key, is_deleted,
      is_deleted + sum(1 - is_deleted) over (partition by test_suite_id order by slot, is_deleted, rank) as place
    from (
      select id, key, test_suite_id, is_deleted, slot, -1 as rank from staying
      union all
      select placed.id, ${key} as key, test_cases.test_suite_id, 0, placed.slot, placed.rank
      from placed inner join test_cases on test_cases.id = placed.id
    ) as everyone`
}

/** The numbers of these cases. */
export async function numbersOf(db: Db, ids: string[]): Promise<Map<string, number>> {
  const rows = await db.selectFrom('test_cases').select(['id', 'number']).where('id', 'in', inList(db, ids)).execute()
  return new Map(rows.map(({ id, number }) => [id, number]))
}
