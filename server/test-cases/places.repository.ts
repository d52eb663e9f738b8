import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../database/databases.ts'
import { givenRows, inList } from '../database/dialect.ts'

/* Where cases stand: their suite, and their number in it. Numbers start at 1 and have no gaps. */

/** A case goes behind the first `slot` cases of its suite that stay in place; those of one slot follow by `rank`. */
export type Place = { id: string; slot: number; rank: number }

/** Larger than any number of cases. */
const END = 1_000_000_000

/** Where cases go that are put at a 1-based position together, in this order; by default at the end. */
export function placesAt(ids: string[], position: number | null | undefined): Place[] {
  const slot = Math.min(position ?? END, END) - 1
  return ids.map((id, rank) => ({ id, slot, rank }))
}

/** Where cases must go to be again where they are now; the rank of each is its number. */
export function placesNow(cases: { id: string; test_suite_id: string; number: number }[]): Place[] {
  const suites = Map.groupBy(cases, (testCase) => testCase.test_suite_id)
  return [...suites.values()].flatMap((ofSuite) =>
    ofSuite
      .toSorted((a, b) => a.number - b.number)
      .map(({ id, number }, index) => ({ id, slot: number - index - 1, rank: number })),
  )
}

/**
 * Gives the cases other suites. `placeCases` must follow. An automated case remembers the suite that reports name for
 * it, and forgets it when it comes back there.
 */
export async function moveCases(db: Db, moves: { id: string; testSuiteId: string }[]): Promise<void> {
  if (moves.length === 0) return
  const given = givenRows(db, { id: 'text', testSuiteId: 'text' }, moves)
  await sql`update test_cases set
      test_suite_id = given."testSuiteId",
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
export async function placeCases(db: Db, testSuiteIds: Iterable<string>, places: Place[]): Promise<void> {
  const ordered = inOrder(db, [...new Set(testSuiteIds)], places)
  // Before the numbers of its neighbours change.
  await sql`${ordered}
    update deleted_test_cases set number = ordered.number
    from ordered
    where deleted_test_cases.id = ordered.id and deleted_test_cases.number <> ordered.number`.execute(db)
  await sql`${ordered}
    update test_cases set number = ordered.number
    from ordered
    where test_cases.id = ordered.id and test_cases.number <> ordered.number`.execute(db)
}

/** What is deleted has the number of the case that follows it. */
function inOrder(db: Db, testSuiteIds: string[], places: Place[]): RawBuilder<unknown> {
  const given = givenRows(db, { id: 'text', slot: 'integer', rank: 'integer' }, places)
  const suites = inList(db, testSuiteIds)
  return sql`with placed as (select id, slot, rank from ${given} as given),
    staying as (
      select id, test_suite_id, is_deleted,
        sum(1 - is_deleted) over (partition by test_suite_id order by number, is_deleted desc) as slot
      from (
        select id, test_suite_id, number, 0 as is_deleted from test_cases
        where test_suite_id in ${suites} and id not in (select id from placed)
        union all
        select id, test_suite_id, number, 1 as is_deleted from deleted_test_cases where test_suite_id in ${suites}
      ) as standing
    ),
    ordered as (
      select id, is_deleted + sum(1 - is_deleted) over (partition by test_suite_id order by slot, is_deleted, rank) as number
      from (
        select id, test_suite_id, is_deleted, slot, -1 as rank from staying
        union all
        select placed.id, test_cases.test_suite_id, 0 as is_deleted, placed.slot, placed.rank
        from placed inner join test_cases on test_cases.id = placed.id
      ) as everyone
    )`
}

/** The numbers of these cases. */
export async function numbersOf(db: Db, ids: string[]): Promise<Map<string, number>> {
  const rows = await db.selectFrom('test_cases').select(['id', 'number']).where('id', 'in', inList(db, ids)).execute()
  return new Map(rows.map(({ id, number }) => [id, number]))
}
