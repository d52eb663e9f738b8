import { type RawBuilder, sql } from 'kysely'
import type { Db } from './databases.ts'
import { givenRows, rowKey } from './dialect.ts'

/* Positions of cases in their suites: from 1, without gaps. */

/** What is missing in the numbers of a suite: so many, the first and the last of them. */
export type Gaps = { test_suite_id: string; count: number; first: number; last: number }

/** Closes the gaps in the numbers of suites. */
export async function closeGaps(db: Db, gaps: Gaps[]): Promise<void> {
  const [only] = gaps
  if (!only) return
  const { test_suite_id, count, first, last } = only
  if (gaps.length === 1 && last - first + 1 === count) return await shift(db, test_suite_id, last + 1, -count)
  const columns = { test_suite_id: 'text', first: 'integer' } as const
  await setNumbers(
    db,
    sql`select ${rowKey(db, 'numbered')} as key, gaps.first - 1 + row_number()
        over (partition by numbered.test_suite_id order by numbered.number) as place
      from ${givenRows(db, columns, gaps)} as gaps
      inner join test_cases as numbered
        on numbered.test_suite_id = gaps.test_suite_id and numbered.number >= gaps.first`,
  )
}

/** Makes room for so many cases before a number of a suite; with a negative count, takes it away. */
export async function shift(db: Db, testSuiteId: string, number: number, count: number): Promise<void> {
  // Most often at half the price of numbers from a query.
  await db
    .updateTable('test_cases')
    .set((eb) => ({ number: eb('number', '+', count) }))
    .where('test_suite_id', '=', testSuiteId)
    .where('number', '>=', number)
    .execute()
}

/** Gives cases new numbers: a query of their `rowKey` as `key`, and of `place`. */
export async function setNumbers(db: Db, placed: RawBuilder<unknown>): Promise<void> {
  await sql`update test_cases set number = placed.place from (${placed}) as placed
    where ${rowKey(db, 'test_cases')} = placed.key and test_cases.number <> placed.place`.execute(db)
}
