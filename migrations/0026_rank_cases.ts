import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely'

/**
 * Cases have ranks: texts that order them in their suite, so that a case moves without changes to others. Numbers
 * follow; in a large suite short writes renumber it from the rank in `unnumbered_suites`. A deleted case keeps its
 * rank.
 *
 * Bulk changes of many cases take several transactions. `pending` is the work left.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('case_journeys').execute()
  await addRank(db, 'test_cases', rankOf(sql`number`))
  await sql`create index test_cases_by_rank on test_cases (test_suite_id, rank)`.execute(db)
  await rankDeleted(db)
  await addText(db, 'changed_cases', 'rank_before')
  await sql`update changed_cases set rank_before = ${rankOf(sql`slot_before`)} || ${digitsOf(sql`number_before`)} || 'V'
    where number_before is not null`.execute(db)
  for (const column of ['number_before', 'slot_before'])
    await db.schema.alterTable('changed_cases').dropColumn(column).execute()
  for (const table of ['case_changes', 'deletions']) {
    await addText(db, table, 'pending')
    await sql`create index ${sql.ref(`${table}_pending`)} on ${sql.table(table)} (id) where pending is not null`.execute(
      db,
    )
  }
  await db.schema
    .alterTable('case_changes')
    .addColumn('changed', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await sql`create table unnumbered_suites (
    test_suite_id text not null primary key references test_suites (id) on delete cascade,
    rank text ${collation(db)} not null
  )`.execute(db)
}

/** Deleted cases get ranks between the case of their number and the one before it. */
async function rankDeleted(db: Kysely<unknown>): Promise<void> {
  for (const index of ['in_order', 'by_suite']) await db.schema.dropIndex(`deleted_test_cases_${index}`).execute()
  await sql`alter table deleted_test_cases rename column rank to place`.execute(db)
  await addRank(db, 'deleted_test_cases', sql`${rankOf(sql`number - 1`)} || ${digitsOf(sql`place`)} || 'V'`)
  for (const column of ['number', 'place'])
    await db.schema.alterTable('deleted_test_cases').dropColumn(column).execute()
  await sql`create index deleted_test_cases_in_order
    on deleted_test_cases (deletion_id, test_suite_id, rank)`.execute(db)
  await sql`create index deleted_test_cases_by_suite on deleted_test_cases (test_suite_id, rank)`.execute(db)
}

async function addText(db: Kysely<unknown>, table: string, column: string): Promise<void> {
  await sql`alter table ${sql.table(table)} add column ${sql.ref(column)} text ${collation(db)}`.execute(db)
}

async function addRank(db: Kysely<unknown>, table: string, rank: Sql): Promise<void> {
  await sql`alter table ${sql.table(table)} add column rank text ${collation(db)} not null default ''`.execute(db)
  await sql`update ${sql.table(table)} set rank = ${rank}`.execute(db)
}

type Sql = RawBuilder<unknown>

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

function digitsOf(number: Sql): Sql {
  const digits = [4, 3, 2, 1, 0].map(
    (place) => sql`substr(${sql.lit(DIGITS)}, (${number}) / ${sql.lit(62 ** place)} % 62 + 1, 1)`,
  )
  return sql.join(digits, sql` || `)
}

const rankOf = (number: Sql) => sql`'e' || ${digitsOf(number)}`

/** Ranks are compared byte by byte, as in SQLite. */
const collation = (db: Kysely<unknown>) =>
  db.getExecutor().adapter instanceof PostgresAdapter ? sql`collate "C"` : sql``
