import { type Kysely, sql } from 'kysely'

/** What bulk changes did to cases, to undo them, and an index of cases that were moved away from their reports. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('case_changes')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('project_id', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('undone_at', 'text')
    .execute()
  await db.schema.createIndex('case_changes_by_project').on('case_changes').column('project_id').execute()
  await db.schema.createIndex('case_changes_by_time').on('case_changes').column('created_at').execute()
  await db.schema
    .createTable('changed_cases')
    .addColumn('change_id', 'text', (column) => column.notNull().references('case_changes.id').onDelete('cascade'))
    .addColumn('test_case_id', 'text', (column) => column.notNull())
    .addColumn('revision_before', 'integer', (column) => column.notNull())
    .addColumn('revision_after', 'integer', (column) => column.notNull())
    .addColumn('number_before', 'integer')
    .addColumn('slot_before', 'integer')
    .addPrimaryKeyConstraint('changed_cases_key', ['change_id', 'test_case_id'])
    .execute()
  await db.schema.createIndex('changed_cases_by_case').on('changed_cases').column('test_case_id').execute()
  const moved = db.schema.createIndex('test_cases_by_report').on('test_cases')
  await moved
    .columns(['project_id', 'reported_suite', 'name'])
    .where(sql.ref('reported_suite'), 'is not', null)
    .execute()
}
