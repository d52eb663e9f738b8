import { sql } from 'kysely'
import type { Db } from '../database/databases.ts'
import { inList } from '../database/dialect.ts'

/*
 * Positions of suites, without gaps. A deleted suite keeps the number of the suite before which it stood, so that it
 * returns there whatever the order of undos.
 */

/** Renumbers the suites of a project. Restored suites have the number of the suite before which they stand. */
export async function renumberSuites(db: Db, projectId: string, restored: string[]): Promise<void> {
  await sql`update test_suites set number = placed.place
    from (
      select numbered.id, row_number() over (
        order by numbered.number, case when deleted.id is null then 1 else 0 end, deleted.rank, deleted.id) as place
      from test_suites as numbered
      left join deleted_test_suites as deleted on deleted.id = numbered.id and deleted.id in ${inList(db, restored)}
      where numbered.project_id = ${projectId} and numbered.number > 0
    ) as placed
    where test_suites.id = placed.id and test_suites.number <> placed.place`.execute(db)
}

/**
 * Sets the positions of newly deleted suites in the trash, and updates those of others there. A newly deleted suite
 * comes after the ones in the trash that stood before it. Restored ones leave the trash.
 */
export async function placeDeletedSuites(
  db: Db,
  projectId: string,
  ids: string[],
  fate: 'deleted' | 'restored',
): Promise<void> {
  const [change, first] = fate === 'deleted' ? [sql`-`, sql`own,`] : [sql`+`, sql``]
  await sql`with trash as (
      select id, number, rank, case when id in ${inList(db, ids)} then 1 else 0 end as own from deleted_test_suites
      where deletion_id in (select deletions.id from deletions where deletions.project_id = ${projectId})
    ),
    placed as (
      select id, own, number ${change} (sum(own) over places - own) as number, row_number() over places as place
      from trash
      window places as (order by number, ${first} rank, id rows unbounded preceding)
    )
    update deleted_test_suites set number = placed.number, rank = placed.place
    from placed
    where deleted_test_suites.id = placed.id and ${fate === 'deleted' ? sql`1 = 1` : sql`own = 0`}
      and (deleted_test_suites.number <> placed.number or deleted_test_suites.rank <> placed.place)`.execute(db)
}

type Gone = { project_id: string; number: number }

export async function closeGap(db: Db, { project_id, number }: Gone): Promise<void> {
  await db
    .updateTable('test_suites')
    .set((eb) => ({ number: eb('number', '-', 1) }))
    .where('project_id', '=', project_id)
    .where('number', '>', number)
    .execute()
}
