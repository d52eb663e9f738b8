import { sql } from 'kysely'
import type { Db } from './databases.ts'
import { rowKey } from './dialect.ts'

/* Numbers of cases follow their ranks: from 1, without gaps. */

const LARGE = 2_000
const NUMBERED_AT_ONCE = 1_000

/**
 * Renumbers the cases of a suite from a rank on. A large suite keeps its old numbers until `numberSome` reaches them;
 * returns whether this is the case.
 */
export async function renumber(db: Db, testSuiteId: string, rank: string): Promise<boolean> {
  if ((await lastNumber(db, testSuiteId)) <= LARGE) {
    await numberFrom(db, testSuiteId, rank)
    return false
  }
  await db
    .insertInto('unnumbered_suites')
    .values({ test_suite_id: testSuiteId, rank })
    .onConflict((conflict) =>
      conflict.column('test_suite_id').doUpdateSet({
        rank: sql`case when excluded.rank < unnumbered_suites.rank then excluded.rank else unnumbered_suites.rank end`,
      }),
    )
    .execute()
  return true
}

export async function lastNumber(db: Db, testSuiteId: string): Promise<number> {
  const { last } = await db
    .selectFrom('test_cases')
    .select((eb) => eb.fn.coalesce(eb.fn.max('number'), eb.lit(0)).as('last'))
    .where('test_suite_id', '=', testSuiteId)
    .executeTakeFirstOrThrow()
  return last
}

type UnnumberedSuite = { test_suite_id: string; project_id: string; rank: string }

export async function findUnnumbered(db: Db, projectId?: string): Promise<UnnumberedSuite | undefined> {
  return await db
    .selectFrom('unnumbered_suites')
    .innerJoin('test_suites', 'test_suites.id', 'unnumbered_suites.test_suite_id')
    .select(['test_suite_id', 'project_id', 'rank'])
    .$if(projectId !== undefined, (query) => query.where('project_id', '=', projectId as string))
    .limit(1)
    .executeTakeFirst()
}

export async function numberSome(db: Db, { test_suite_id: testSuiteId }: UnnumberedSuite): Promise<void> {
  // Another write may have changed an earlier rank since.
  const suite = db.selectFrom('unnumbered_suites').select('rank').where('test_suite_id', '=', testSuiteId)
  const from = await suite.executeTakeFirst()
  if (!from) return
  const next = await db
    .selectFrom('test_cases')
    .select('rank')
    .where('test_suite_id', '=', testSuiteId)
    .where('rank', '>=', from.rank)
    .orderBy('rank')
    .limit(1)
    .offset(NUMBERED_AT_ONCE)
    .executeTakeFirst()
  await numberFrom(db, testSuiteId, from.rank, next?.rank)
  if (next) await db.updateTable('unnumbered_suites').set(next).where('test_suite_id', '=', testSuiteId).execute()
  else await db.deleteFrom('unnumbered_suites').where('test_suite_id', '=', testSuiteId).execute()
}

/** Without `end` up to the last case of the suite. */
async function numberFrom(db: Db, testSuiteId: string, rank: string, end?: string): Promise<void> {
  const before = await db
    .selectFrom('test_cases')
    .select('number')
    .where('test_suite_id', '=', testSuiteId)
    .where('rank', '<', rank)
    .orderBy('rank', 'desc')
    .limit(1)
    .executeTakeFirst()
  // With a limit instead, PostgreSQL may read and sort all later cases of the suite.
  const untilEnd = end === undefined ? sql`` : sql`and rank < ${end}`
  await sql`update test_cases set number = placed.place from (
      select ${rowKey(db, 'test_cases')} as key, ${before?.number ?? 0} + row_number() over (order by rank) as place
      from test_cases where test_suite_id = ${testSuiteId} and rank >= ${rank} ${untilEnd}
    ) as placed
    where ${rowKey(db, 'test_cases')} = placed.key and test_cases.number <> placed.place`.execute(db)
}
