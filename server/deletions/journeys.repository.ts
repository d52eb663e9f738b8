import { sql } from 'kysely'
import { noteContent } from '../database/changes.ts'
import type { Db } from '../database/databases.ts'

/*
 * A case that moves far in its suite passes some others in each transaction: it changes all their numbers. Where it goes
 * is kept until it is there, so that another server goes on.
 */

const PASSED_AT_ONCE = 1_000

type MovingCase = { id: string; project_id: string; test_suite_id: string; number: number }

/** Moves a case in its suite to a 1-based position, or begins to: then there is a journey for `goOn`. */
export async function moveInSuite(db: Db, testCase: MovingCase, position: number): Promise<void> {
  const journey = { number: position }
  if (await pass(db, testCase, position)) return
  await db
    .insertInto('case_journeys')
    .values({ test_case_id: testCase.id, ...journey })
    .onConflict((conflict) => conflict.column('test_case_id').doUpdateSet(journey))
    .execute()
}

/** A case that has not arrived: this one, or any. */
export async function findJourney(db: Db, testCaseId?: string) {
  return await db
    .selectFrom('case_journeys')
    .innerJoin('test_cases', 'test_cases.id', 'case_journeys.test_case_id')
    .select(['test_cases.id', 'test_cases.project_id'])
    .$if(testCaseId !== undefined, (query) => query.where('test_case_id', '=', testCaseId as string))
    .limit(1)
    .executeTakeFirst()
}

/** Moves a case further on its journey. */
export async function goOn(db: Db, testCaseId: string): Promise<void> {
  const row = await db
    .selectFrom('case_journeys')
    .innerJoin('test_cases', 'test_cases.id', 'case_journeys.test_case_id')
    .select(['test_cases.id', 'project_id', 'test_suite_id', 'test_cases.number', 'case_journeys.number as position'])
    .where('test_case_id', '=', testCaseId)
    .executeTakeFirst()
  if (!row) return
  if (await pass(db, row, row.position))
    await db.deleteFrom('case_journeys').where('test_case_id', '=', row.id).execute()
  noteContent(db, row.project_id)
}

/** Passes others, and the deleted ones between them. Returns whether the case has arrived. */
async function pass(db: Db, { id, test_suite_id, number: from }: MovingCase, position: number): Promise<boolean> {
  const { last } = await db
    .selectFrom('test_cases')
    .select((eb) => eb.fn.max('number').as('last'))
    .where('test_suite_id', '=', test_suite_id)
    .executeTakeFirstOrThrow()
  const target = Math.min(position, last)
  const to = Math.max(from - PASSED_AT_ONCE, Math.min(from + PASSED_AT_ONCE, target))
  const others = to > from ? -1 : 1
  const [low, high] = [Math.min(from, to), Math.max(from, to)]
  if (to !== from) {
    await sql`update test_cases set number = case when id = ${id} then ${to} + 0 else number + ${others} end
      where test_suite_id = ${test_suite_id} and number >= ${low} and number <= ${high}`.execute(db)
    await sql`update deleted_test_cases set number = number + ${others}
      where test_suite_id = ${test_suite_id} and number > ${low} and number <= ${high}`.execute(db)
  }
  return to === target
}
