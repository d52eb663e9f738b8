import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../database/databases.ts'
import { type Gaps, setNumbers } from '../database/case-numbers.ts'
import { givenRows, inList, rowKey } from '../database/dialect.ts'

/*
 * Positions without gaps, and places in the trash. What is deleted keeps the number of the neighbour before which it
 * stood, so that it comes back there, in whatever order deletions are undone. Each statement is about the suites that a
 * deletion has taken cases from or given them back to, or about the suites of a project.
 */

type Fate = 'deleted' | 'restored'

/** The numbers that a deletion has taken from suites. */
export async function gapsOf(db: Db, deletionId: string): Promise<Gaps[]> {
  return await db
    .selectFrom('deleted_test_cases')
    .select(({ fn }) => [
      'test_suite_id',
      fn.countAll<number>().as('count'),
      fn.min('number').as('first'),
      fn.max('number').as('last'),
    ])
    .where('deletion_id', '=', deletionId)
    .groupBy('test_suite_id')
    .execute()
}

/** Where cases of a deletion come back. Cases of an other suite, which join it, go to its end. */
export async function placesOf(db: Db, deletionId: string): Promise<Gaps[]> {
  const places = await gapsOf(db, deletionId)
  const sizes = await db
    .selectFrom('test_cases')
    .select(({ fn }) => ['test_suite_id', fn.max('number').as('last')])
    .where(
      'test_suite_id',
      'in',
      inList(
        db,
        places.map((place) => place.test_suite_id),
      ),
    )
    .groupBy('test_suite_id')
    .execute()
  const sizeOf = new Map(sizes.map((size) => [size.test_suite_id, size.last]))
  return places.map((place) => ({
    ...place,
    first: Math.min(place.first, (sizeOf.get(place.test_suite_id) ?? 0) + 1),
    last: Math.min(place.last, (sizeOf.get(place.test_suite_id) ?? 0) + 1),
  }))
}

/** Numbers the cases of suites anew, to which those of a deletion have come back: each before the one of its number. */
export async function mergeNumbers(db: Db, deletionId: string, places: Gaps[]): Promise<void> {
  const columns = { test_suite_id: 'text', first: 'integer' } as const
  await setNumbers(
    db,
    sql`select ${rowKey(db, 'numbered')} as key, places.first - 1 + row_number() over (partition by numbered.test_suite_id
        order by numbered.number, case when deleted.id is null then 1 else 0 end, deleted.rank, deleted.id) as place
      from ${givenRows(db, columns, places)} as places
      inner join test_cases as numbered
        on numbered.test_suite_id = places.test_suite_id and numbered.number >= places.first
      left join deleted_test_cases as deleted on deleted.id = numbered.id and deleted.deletion_id = ${deletionId}`,
  )
}

/** Gives the places in the trash to the cases of a deletion, and moves the places of others with their neighbours. */
export async function placeDeletedCases(db: Db, deletionId: string, fate: Fate): Promise<void> {
  await place(db, {
    table: 'deleted_test_cases',
    parent: sql`test_suite_id`,
    rows: sql`deleted_test_cases where test_suite_id in ${suitesOf(deletionId)}`,
    isOwn: sql`deletion_id = ${deletionId}`,
    fate,
  })
}

const suitesOf = (deletionId: string) =>
  sql`(select test_suite_id from deleted_test_cases where deletion_id = ${deletionId})`

/** Renumbers the suites of a project, some of which come back: these have the number of that before which they stand. */
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

/** The same for suites. */
export async function placeDeletedSuites(db: Db, projectId: string, ids: string[], fate: Fate): Promise<void> {
  await place(db, {
    table: 'deleted_test_suites',
    parent: sql`1`,
    rows: sql`deleted_test_suites
      where deletion_id in (select deletions.id from deletions where deletions.project_id = ${projectId})`,
    isOwn: sql`id in ${inList(db, ids)}`,
    fate,
  })
}

type Placing = {
  table: string
  parent: RawBuilder<unknown>
  rows: RawBuilder<unknown>
  isOwn: RawBuilder<unknown>
  fate: Fate
}

/** What is deleted now had a number of its own, behind those of the trash that stood before it. What comes back leaves. */
async function place(db: Db, { table, parent, rows, isOwn, fate }: Placing): Promise<void> {
  const [change, first] = fate === 'deleted' ? [sql`-`, sql`own,`] : [sql`+`, sql``]
  const target = sql.table(table)
  await sql`with trash as (
      select id, ${parent} as parent, number, rank, case when ${isOwn} then 1 else 0 end as own from ${rows}
    ),
    placed as (
      select id, own, number ${change} (sum(own) over places - own) as number, row_number() over places as place
      from trash
      window places as (partition by parent order by number, ${first} rank, id rows unbounded preceding)
    )
    update ${target} set number = placed.number, rank = placed.place
    from placed
    where ${target}.id = placed.id and ${fate === 'deleted' ? sql`1 = 1` : sql`own = 0`} and (${target}.number <> placed.number or ${target}.rank <> placed.place)`.execute(
    db,
  )
}

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
