import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * Less work within writes about many cases.
 *
 * Texts of deleted cases leave SQLite's trigram index later: `test_case_search_removed` lists them. Deleting them took
 * longer than deleting the cases. New numbers change one index of the cases instead of two.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('test_cases_by_project').execute()
  await sql`create index test_cases_by_project on test_cases (project_id, test_suite_id)`.execute(db)
  if (db.getExecutor().adapter instanceof PostgresAdapter) return
  await sql`create table test_case_search_removed (id integer primary key)`.execute(db)
  for (const name of ['indexed', 'deleted']) await sql`drop trigger ${sql.ref(`test_case_search_${name}`)}`.execute(db)
  await sql`create trigger test_case_search_indexed after update of is_indexed on test_case_search
    when new.is_indexed = 1 begin
      insert or replace into test_case_trigrams (rowid, text) values (new.id, new.text);
      delete from test_case_search_removed where id = new.id;
    end`.execute(db)
  await sql`create trigger test_case_search_deleted after delete on test_case_search begin
    insert or ignore into test_case_search_removed (id) values (old.id);
  end`.execute(db)
}
