import { type Kysely, sql } from 'kysely'

/** Events that other tools are told, and their deliveries. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('outgoing_events')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('project_id', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('facts', 'text', (column) => column.notNull())
    .addColumn('body', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()
  await sql`create index outgoing_events_by_project on outgoing_events (project_id)`.execute(db)
  await sql`create index outgoing_events_by_time on outgoing_events (created_at)`.execute(db)
  await db.schema
    .createTable('deliveries')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('event_id', 'text', (column) => column.notNull().references('outgoing_events.id').onDelete('cascade'))
    .addColumn('target', 'text', (column) => column.notNull())
    .addColumn('form', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('due_at', 'text')
    .addColumn('is_leased', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('request', 'text')
    .addColumn('answer', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()
  await sql`create index deliveries_of_event on deliveries (event_id)`.execute(db)
  await sql`create index deliveries_of_target on deliveries (target, id)`.execute(db)
  await sql`create index deliveries_due on deliveries (due_at) where due_at is not null`.execute(db)
  await sql`create index deliveries_due_by_target on deliveries (target, due_at) where due_at is not null`.execute(db)
  await sql`create index deliveries_leased on deliveries (target) where is_leased = 1`.execute(db)
}
