import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * SQLite's trigram index merged its parts as soon as a tenth of one was deleted, within the write that deleted the cases:
 * up to 200 ms for 100 of them. What is deleted leaves the index with its usual merges, which new texts cause.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await setDeleteMerge(db, 0)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await setDeleteMerge(db, SQLITES_DEFAULT)
}

const SQLITES_DEFAULT = 10

async function setDeleteMerge(db: Kysely<unknown>, percent: number): Promise<void> {
  if (db.getExecutor().adapter instanceof PostgresAdapter) return
  await sql`insert into test_case_trigrams (test_case_trigrams, rank) values ('deletemerge', ${sql.lit(percent)})`.execute(
    db,
  )
}
