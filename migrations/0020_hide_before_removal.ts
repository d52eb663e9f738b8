import { type Kysely, sql } from 'kysely'

/**
 * Large deletions and restores in short writes, and positions in the trash.
 *
 * Everything deleted for good is hidden at once and removed in short writes. A deleted project is hidden by
 * `deleted_at`. A hidden run is removed after `remove_after`: at once if it was deleted; a run that is being started,
 * when its server has stopped renewing that time. A large suite is hidden by the number 0 while its cases are deleted
 * or restored; `restored_at` means they are being restored.
 *
 * A long move of a case within its suite takes several short writes. `case_journeys` holds its destination.
 *
 * Deleted cases keep their position: `number` is that of the case before which it stood, and follows that case. `rank`
 * orders deleted cases before the same case.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, column] of ADDED) {
    await db.schema.alterTable(table).addColumn(column, 'text').execute()
    await sql`create index ${sql.ref(`${table}_removed`)} on ${sql.table(table)} (${sql.ref(column)})
      where ${sql.ref(column)} is not null`.execute(db)
  }
  for (const table of ['deleted_test_suites', 'deleted_test_cases'])
    await db.schema
      .alterTable(table)
      .addColumn('rank', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
  await db.schema.dropIndex('deleted_test_cases_in_order').execute()
  await sql`create index deleted_test_cases_in_order
    on deleted_test_cases (deletion_id, test_suite_id, number, rank)`.execute(db)
  await sql`create index deleted_test_cases_by_suite on deleted_test_cases (test_suite_id, number)`.execute(db)
  await sql`create table case_journeys (
    test_case_id text not null primary key references test_cases (id) on delete cascade,
    number integer not null
  )`.execute(db)
  await sql`create index test_suites_hidden on test_suites (id) where number = 0`.execute(db)
}

const ADDED = [
  ['projects', 'deleted_at'],
  ['test_runs', 'remove_after'],
  ['deletions', 'restored_at'],
] as const
