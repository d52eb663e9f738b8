import type { Kysely } from 'kysely'

/** Links to runs and badges of projects. Web pages embed a badge by its address, so the address is stored readable. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('run_shares')
    .addColumn('test_run_id', 'text', (column) =>
      column.primaryKey().notNull().references('test_runs.id').onDelete('cascade'),
    )
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('created_by', 'text', (column) => column.notNull().references('users.id'))
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('run_shares_by_time').on('run_shares').column('expires_at').execute()
  await db.schema
    .createTable('project_badges')
    .addColumn('project_id', 'text', (column) =>
      column.primaryKey().notNull().references('projects.id').onDelete('cascade'),
    )
    .addColumn('token', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()
}
