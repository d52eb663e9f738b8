import { type Kysely, sql, SqliteAdapter } from 'kysely'

/** Mails to people. A delivery is of an event or of a mail. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('mails')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('caused_by', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('recipient', 'text', (column) => column.notNull())
    .addColumn('sealed', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute()
  await sql`create index mails_by_recipient on mails (recipient, kind, created_at)`.execute(db)
  await sql`create index mails_by_cause on mails (caused_by, kind, created_at)`.execute(db)
  await sql`create index mails_of_user on mails (user_id) where user_id is not null`.execute(db)
  await sql`create index mails_by_time on mails (created_at)`.execute(db)
  const deliveries = () => db.schema.alterTable('deliveries')
  if (db.getExecutor().adapter instanceof SqliteAdapter) await rebuild(db)
  else
    await deliveries()
      .alterColumn('event_id', (column) => column.dropNotNull())
      .execute()
  await deliveries()
    .addColumn('mail_id', 'text', (column) => column.references('mails.id').onDelete('cascade'))
    .execute()
  await sql`create index deliveries_of_mail on deliveries (mail_id) where mail_id is not null`.execute(db)
}

/** SQLite cannot change a column, so the table is copied. No table refers to it. */
async function rebuild(db: Kysely<unknown>): Promise<void> {
  const { rows: tables } = await sql<{
    text: string
  }>`select sql as text from sqlite_master where type = 'table' and name = 'deliveries'`.execute(db)
  const { rows: indexes } = await sql<{
    name: string
    text: string
  }>`select name, sql as text from sqlite_master where type = 'index' and tbl_name = 'deliveries' and sql is not null`.execute(
    db,
  )
  const before = tables[0]?.text ?? ''
  const after = before.replace('"event_id" text not null', '"event_id" text')
  if (after === before) throw new Error('deliveries is not as the migration before left it')
  for (const { name } of indexes) await db.schema.dropIndex(name).execute()
  await sql.raw(after.replace('"deliveries"', '"deliveries_rebuilt"')).execute(db)
  await sql`insert into deliveries_rebuilt select * from deliveries`.execute(db)
  await db.schema.dropTable('deliveries').execute()
  await db.schema.alterTable('deliveries_rebuilt').renameTo('deliveries').execute()
  for (const { text } of indexes) await sql.raw(text).execute(db)
}
