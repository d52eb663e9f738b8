import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * SQLite merged parts of its trigram index as soon as a tenth of one was deleted, within the write that deleted the
 * cases: up to 200 ms per 100 cases. Now deleted texts leave the index with the usual merges, which new texts cause.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (db.getExecutor().adapter instanceof PostgresAdapter) return
  await sql`insert into test_case_trigrams (test_case_trigrams, rank) values ('deletemerge', 0)`.execute(db)
}
