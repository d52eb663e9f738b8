import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * The search text of each case. The server fills the table when it starts, because only JavaScript folds letters
 * equally for both engines. SQLite gets a trigram index, which `is_indexed` fills. On PostgreSQL the server creates it,
 * because the extension may be missing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTables(db)
  if (!isPostgres(db)) {
    await sql`create virtual table test_case_trigrams using fts5 (
      text, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1'
    )`.execute(db)
    await sql`create trigger test_case_search_indexed after update of is_indexed on test_case_search
      when new.is_indexed = 1 begin
        insert or replace into test_case_trigrams (rowid, text) values (new.id, new.text);
      end`.execute(db)
    await sql`create trigger test_case_search_deleted after delete on test_case_search begin
      delete from test_case_trigrams where rowid = old.id;
    end`.execute(db)
  }
  // PostgreSQL would prefer an index of all texts to the trigram index while it has no statistics of a new project.
  const all = isPostgres(db) ? sql`where is_indexed = 0` : sql``
  await sql`create index test_case_search_by_project on test_case_search (project_id, is_indexed) ${all}`.execute(db)
  if (!isPostgres(db))
    await sql`create index test_case_search_waiting on test_case_search (is_indexed) where is_indexed = 0`.execute(db)
  await sql`create index test_cases_by_tags on test_cases (project_id, tags) where tags is not null`.execute(db)
}

/** The ids of a project's texts form one range, so SQLite reads the index of one project only. */
async function createTables(db: Kysely<unknown>): Promise<void> {
  await sql`create table searched_projects (
    number ${isPostgres(db) ? sql`serial` : sql`integer`} primary key,
    project_id text not null unique references projects (id) on delete cascade
  )`.execute(db)
  await sql`create table test_case_search (
    id ${isPostgres(db) ? sql`bigint` : sql`integer`} primary key,
    test_case_id text not null unique references test_cases (id) on delete cascade,
    project_id text not null,
    test_suite_id text not null,
    is_indexed integer not null,
    text text not null
  )`.execute(db)
}

const isPostgres = (db: Kysely<unknown>) => db.getExecutor().adapter instanceof PostgresAdapter
