import { sql } from 'kysely'
import type { Db } from '../database/databases.ts'

/* Positions without gaps. */

/**
 * Renumbers the suites that a deletion has taken cases from, or given them back to. Cases that come back have the
 * number of the one before which they stand, so that at equal numbers they go first, in their old order.
 */
export async function renumberCases(db: Db, deletionId: string): Promise<void> {
  const suites = db.selectFrom('deleted_test_cases').select('test_suite_id').where('deletion_id', '=', deletionId)
  await db
    .updateTable('test_cases')
    .from(
      db
        .selectFrom('test_cases as numbered')
        .leftJoin('deleted_test_cases as deleted', (join) =>
          join.onRef('deleted.id', '=', 'numbered.id').on('deleted.deletion_id', '=', deletionId),
        )
        .select(['numbered.id', CASE_PLACE.as('place')])
        .where('numbered.test_suite_id', 'in', suites)
        .as('placed'),
    )
    .set((eb) => ({ number: eb.ref('placed.place') }))
    .whereRef('test_cases.id', '=', 'placed.id')
    .whereRef('test_cases.number', '<>', 'placed.place')
    .execute()
}

const CASE_PLACE = sql<number>`row_number() over (partition by numbered.test_suite_id order by numbered.number,
  case when deleted.id is null then 1 else 0 end, deleted.number)`

type Gone = { project_id: string; number: number }

/** Renumbers the suites after one that is gone. */
export async function closeGap(db: Db, { project_id, number }: Gone): Promise<void> {
  await db
    .updateTable('test_suites')
    .set((eb) => ({ number: eb('number', '-', 1) }))
    .where('project_id', '=', project_id)
    .where('number', '>', number)
    .execute()
}
