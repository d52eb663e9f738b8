import { type Kysely, sql } from 'kysely'

/**
 * The cases that are known to be flaky. A deleted case keeps its row until it is purged, so that it comes back as it was:
 * its id is no foreign key.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('quarantined_test_cases')
    .addColumn('test_case_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('project_id', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('reason', 'text')
    .addColumn('quarantined_at', 'text', (column) => column.notNull())
    .addColumn('quarantined_by', 'text', (column) => column.references('users.id'))
    .execute()
  await db.schema
    .createIndex('quarantined_test_cases_in_order')
    .on('quarantined_test_cases')
    .columns(['project_id', 'quarantined_at', 'test_case_id'])
    .execute()
  const ended = db.schema.createIndex('test_runs_ended').on('test_runs').columns(['project_id', 'id'])
  await ended.where(sql.ref('status'), '<>', sql.lit('running')).execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('test_runs_ended').execute()
  await db.schema.dropTable('quarantined_test_cases').execute()
}
