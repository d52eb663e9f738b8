import { type Kysely, sql } from 'kysely'

/** Endpoints of other tools, which a project tells of its events. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('webhooks')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('project_id', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('form', 'text', (column) => column.notNull())
    .addColumn('events', 'text', (column) => column.notNull())
    .addColumn('branch', 'text')
    .addColumn('environment', 'text')
    .addColumn('told_when', 'text', (column) => column.notNull())
    .addColumn('is_active', 'integer', (column) => column.notNull())
    .addColumn('sealed', 'text', (column) => column.notNull())
    .addColumn('base_url', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('failing_since', 'text')
    .addColumn('off_reason', 'text')
    .execute()
  await sql`create index webhooks_by_project on webhooks (project_id, id)`.execute(db)
}
