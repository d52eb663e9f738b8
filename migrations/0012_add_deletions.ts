import type { Kysely } from 'kysely'

/** Deleted rows leave their tables, so that no query has to filter them. Revisions keep their content. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('deletions')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('project_id', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('deleted_at', 'text', (column) => column.notNull())
    .addColumn('deleted_by', 'text', (column) => column.references('users.id'))
    .execute()
  await db.schema.createIndex('deletions_in_order').on('deletions').columns(['project_id', 'id']).execute()
  await db.schema.createIndex('deletions_by_time').on('deletions').column('deleted_at').execute()
  await db.schema
    .createTable('deleted_test_suites')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('deletion_id', 'text', (column) => column.notNull().references('deletions.id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('description', 'text')
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('deleted_test_suites_in_order')
    .on('deleted_test_suites')
    .columns(['deletion_id', 'number'])
    .execute()
  await db.schema
    .createTable('deleted_test_cases')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('deletion_id', 'text', (column) => column.notNull().references('deletions.id').onDelete('cascade'))
    .addColumn('test_suite_id', 'text', (column) => column.notNull())
    .addColumn('suite_name', 'text', (column) => column.notNull())
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('ref', 'text', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('automation_key', 'text')
    .addColumn('reported_suite', 'text')
    .addColumn('attachments', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addColumn('updated_by', 'text')
    .execute()
  await db.schema
    .createIndex('deleted_test_cases_in_order')
    .on('deleted_test_cases')
    .columns(['deletion_id', 'test_suite_id', 'number'])
    .execute()
}
