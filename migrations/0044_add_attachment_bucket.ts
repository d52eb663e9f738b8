import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * The bytes of attachments may be objects of a bucket. Whatever deletes such an attachment leaves its objects in a queue,
 * in the same transaction: a trigger, because foreign keys delete attachments too.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('attachments').addColumn('pieces', 'integer').execute()
  await db.schema
    .createTable('bucket_removals')
    .addColumn('attachment_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('pieces', 'integer', (column) => column.notNull())
    .addColumn('due_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('bucket_removals_by_time').on('bucket_removals').column('due_at').execute()
  await (isPostgres(db) ? queueOnPostgres(db) : queueOnSqlite(db))
}

/** An object that its server is sending may arrive after the row is gone: those of a hidden attachment wait a while. */
const WAIT = '15 minutes'

async function queueOnSqlite(db: Kysely<unknown>): Promise<void> {
  const time = (wait = '') => sql.raw(`strftime('%Y-%m-%dT%H:%M:%fZ', 'now'${wait})`)
  await sql`create trigger attachments_leave_objects after delete on attachments when old.pieces is not null begin
    insert into bucket_removals (attachment_id, pieces, due_at)
    values (old.id, old.pieces, case old.is_stored when 1 then ${time()} else ${time(`, '+${WAIT}'`)} end);
  end`.execute(db)
}

async function queueOnPostgres(db: Kysely<unknown>): Promise<void> {
  const time = (wait = '') =>
    sql.raw(`to_char((clock_timestamp()${wait}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)
  await sql`create function queue_objects() returns trigger language plpgsql as $$ begin
    insert into bucket_removals (attachment_id, pieces, due_at)
    values (old.id, old.pieces, case old.is_stored when 1 then ${time()} else ${time(` + interval '${WAIT}'`)} end);
    return null;
  end $$`.execute(db)
  await sql`create trigger attachments_leave_objects after delete on attachments for each row
    when (old.pieces is not null) execute function queue_objects()`.execute(db)
}

const isPostgres = (db: Kysely<unknown>) => db.getExecutor().adapter instanceof PostgresAdapter
