import { type Kysely, sql } from 'kysely'

/**
 * Quarantined cases. No foreign key: a deleted case keeps its row until it is purged, so that a restore brings it back.
 * The index finds the runs to compare with; "no branch" is a branch too.
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
  await sql`create index test_runs_comparable on test_runs
    (project_id, coalesce(branch, ''), coalesce(environment, ''), id, status, is_receiving)`.execute(db)
}
