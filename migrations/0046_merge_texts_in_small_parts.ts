import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * SQLite merged hundreds of pages of its trigram index within one write of the indexer, up to 0.8 s in a project of
 * 100,000 cases, while all other writes waited. Now the indexer merges a few pages at a time. `crisismerge` cannot be switched off: it
 * has its largest value.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (db.getExecutor().adapter instanceof PostgresAdapter) return
  await sql`insert into test_case_trigrams (test_case_trigrams, rank) values ('automerge', 0)`.execute(db)
  await sql`insert into test_case_trigrams (test_case_trigrams, rank) values ('crisismerge', 1999)`.execute(db)
}
