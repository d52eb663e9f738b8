import { type Kysely, sql } from 'kysely'

const EXTRAS = ['test_cases', 'test_case_revisions', 'test_runs', 'test_result_attempts']
const EXTERNAL_KEY = ['test_cases', 'deleted_test_cases']

/**
 * What other tools know about cases, runs and attempts, and imports of cases. Each case that ever existed has a
 * revision, so the index over their refs tells which numbers are free.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of EXTRAS) await db.schema.alterTable(table).addColumn('extras', 'text').execute()
  for (const table of EXTERNAL_KEY) await db.schema.alterTable(table).addColumn('external_key', 'text').execute()
  await sql`create unique index test_cases_by_external_key on test_cases (project_id, external_key)
    where external_key is not null`.execute(db)
  await db.schema.dropIndex('test_case_revisions_by_project').execute()
  await sql`create index test_case_revisions_by_ref on test_case_revisions (project_id, ref)`.execute(db)
  await db.schema.alterTable('projects').addColumn('import_mapping', 'text').execute()
  await createImports(db)
}

async function createImports(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('imports')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('project_id', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('name', 'text')
    .addColumn('format', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('created_by', 'text', (column) => column.references('users.id'))
    .addColumn('total', 'integer', (column) => column.notNull())
    .addColumn('created', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('updated', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('unchanged', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('notes', 'text', (column) => column.notNull())
    .addColumn('pending', 'text')
    .addColumn('undone_at', 'text')
    .execute()
  await sql`create index imports_in_order on imports (project_id, id)`.execute(db)
  await sql`create index imports_by_time on imports (created_at)`.execute(db)
  await sql`create index imports_pending on imports (id) where pending is not null`.execute(db)
  await db.schema
    .createTable('import_parts')
    .addColumn('import_id', 'text', (column) => column.notNull().references('imports.id').onDelete('cascade'))
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('cases', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('import_parts_key', ['import_id', 'number'])
    .execute()
  await db.schema
    .createTable('imported_test_cases')
    .addColumn('import_id', 'text', (column) => column.notNull().references('imports.id').onDelete('cascade'))
    .addColumn('test_case_id', 'text', (column) => column.notNull())
    .addColumn('revision_before', 'integer')
    .addColumn('revision_after', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('imported_test_cases_key', ['import_id', 'test_case_id'])
    .execute()
}
