import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** The audit log. Nobody changes an event or a seal, nor deletes one within 90 days. No foreign keys to what it is about. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTables(db)
  await (isPostgres(db) ? protectOnPostgres(db) : protectOnSqlite(db))
}

async function createTables(db: Kysely<unknown>): Promise<void> {
  let events = db.schema.createTable('audit_events').addColumn('id', 'text', (column) => column.primaryKey().notNull())
  for (const name of ['at', 'actor_kind', 'action'])
    events = events.addColumn(name, 'text', (column) => column.notNull())
  for (const name of ['actor_id', 'credential', 'request_id', 'project_id', 'target', 'before', 'after', 'personal'])
    events = events.addColumn(name, 'text')
  await events.execute()
  await db.schema.createIndex('audit_events_by_project').on('audit_events').columns(['project_id', 'id']).execute()
  await db.schema
    .createTable('audit_personal')
    .addColumn('event_id', 'text', (column) => column.notNull().references('audit_events.id').onDelete('cascade'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('salt', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text')
    .addPrimaryKeyConstraint('audit_personal_key', ['event_id', 'kind'])
    .execute()
  for (const column of ['user_id', 'text'])
    await db.schema.createIndex(`audit_personal_by_${column}`).on('audit_personal').column(column).execute()
  await db.schema
    .createTable('audit_seals')
    .addColumn('number', 'integer', (column) => column.primaryKey().notNull())
    .addColumn('sealed_at', 'text', (column) => column.notNull())
    .addColumn('from_id', 'text', (column) => column.notNull())
    .addColumn('to_id', 'text', (column) => column.notNull())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('former', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('events', 'text', (column) => column.notNull())
    .execute()
}

/** The tables, and the time from which on a row is kept. */
const KEPT = [
  ['audit_events', 'at'],
  ['audit_seals', 'sealed_at'],
] as const

async function protectOnSqlite(db: Kysely<unknown>): Promise<void> {
  const recent = "strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-90 days')"
  for (const [table, time] of KEPT) {
    const refuse = (what: string) => sql.raw(`begin select raise(abort, 'rows of ${table} cannot be ${what}'); end`)
    await sql`create trigger ${sql.raw(table)}_unchanged before update on ${sql.raw(table)} ${refuse('changed')}`.execute(
      db,
    )
    await sql`create trigger ${sql.raw(table)}_kept before delete on ${sql.raw(table)}
      when old.${sql.raw(time)} > ${sql.raw(recent)} ${refuse('deleted within 90 days')}`.execute(db)
  }
}

/** `db_move` exists only while db:move fills the database. It starts over by truncating what it has copied. */
async function protectOnPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`create function refuse_audit_change() returns trigger language plpgsql as $$ begin
    raise exception 'rows of % cannot be %', tg_table_name, tg_argv[0];
  end $$`.execute(db)
  await sql`create function refuse_audit_truncate() returns trigger language plpgsql as $$
    declare is_filled boolean;
    begin
      execute format('select exists (select from %I)', tg_table_name) into is_filled;
      if is_filled and to_regclass('db_move') is null then
        raise exception 'rows of % cannot be deleted within 90 days', tg_table_name;
      end if;
      return null;
    end $$`.execute(db)
  const recent = `to_char((now() - interval '90 days') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  for (const [table, time] of KEPT) {
    const refuse = (what: string) => `execute function refuse_audit_change('${what}')`
    await sql
      .raw(`create trigger ${table}_unchanged before update on ${table} for each row ${refuse('changed')}`)
      .execute(db)
    await sql
      .raw(
        `create trigger ${table}_kept before delete on ${table} for each row when (old.${time} > ${recent}) ${refuse('deleted within 90 days')}`,
      )
      .execute(db)
    await sql
      .raw(
        `create trigger ${table}_whole before truncate on ${table} for each statement execute function refuse_audit_truncate()`,
      )
      .execute(db)
  }
}

const isPostgres = (db: Kysely<unknown>) => db.getExecutor().adapter instanceof PostgresAdapter
