import { type Kysely, sql } from 'kysely'

/** What people are told in the app, and which of it they want. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('notices')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('project_id', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('event_id', 'text', (column) => column.notNull())
    .addColumn('facts', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('read_at', 'text')
    .execute()
  await sql`create unique index notices_once on notices (user_id, event_id, kind)`.execute(db)
  await sql`create index notices_of_user on notices (user_id, id)`.execute(db)
  await sql`create index notices_unread on notices (user_id) where read_at is null`.execute(db)
  await sql`create index notices_of_project on notices (project_id)`.execute(db)
  await db.schema
    .createTable('notice_settings')
    .addColumn('user_id', 'text', (column) => column.primaryKey().notNull().references('users.id').onDelete('cascade'))
    .addColumn('app_off', 'text', (column) => column.notNull())
    .addColumn('mail_off', 'text', (column) => column.notNull())
    .execute()
}
