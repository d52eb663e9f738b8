import type { Kysely } from 'kysely'

/** When something last arrived in a project, and what callers of Qase's API send by their own numbers and ids. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('arrivals')
    .addColumn('project_id', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('door', 'text', (column) => column.notNull())
    .addColumn('received_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('arrivals_key', ['project_id', 'door'])
    .execute()
  await db.schema
    .createTable('environment_numbers')
    .addColumn('project_id', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('environment', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('environment_numbers_key', ['project_id', 'number'])
    .addUniqueConstraint('environment_numbers_once', ['project_id', 'environment'])
    .execute()
  await db.schema
    .createTable('received_results')
    .addColumn('test_run_id', 'text', (column) => column.notNull())
    .addColumn('result_id', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('received_results_key', ['test_run_id', 'result_id'])
    .execute()
}
