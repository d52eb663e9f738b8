import { type Kysely, sql, SqliteAdapter } from 'kysely'

/**
 * An attachment belongs to a result, to a case, or to a report until that is recorded. No foreign keys: a deleted case
 * keeps its attachments until it is purged, and attachments are stored before their report. They are deleted with the
 * project at the latest.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (db.getExecutor().adapter instanceof SqliteAdapter) await rebuild(db)
  else
    await attachments(db)
      .alterColumn('test_result_id', (column) => column.dropNotNull())
      .execute()
  for (const column of ['test_case_id', 'test_report_id']) await attachments(db).addColumn(column, 'text').execute()
  const ofProject = attachments(db).addColumn('project_id', 'text', (column) =>
    column.references('projects.id').onDelete('cascade'),
  )
  await ofProject.execute()
  await db.schema
    .alterTable('test_reports')
    .addColumn('awaits_files', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  for (const [index, column] of OWNERS) {
    const byOwner = db.schema.createIndex(index).on('attachments').column(column)
    await byOwner.where(sql.ref(column), 'is not', null).execute()
  }
}

const OWNERS = [
  ['attachments_by_project', 'project_id'],
  ['attachments_by_case', 'test_case_id'],
  ['attachments_by_report', 'test_report_id'],
] as const

const KEPT = sql.raw('id, test_result_id, name, type, size, is_stored, created_at, created_by')

const attachments = (db: Kysely<unknown>) => db.schema.alterTable('attachments')

/** SQLite cannot change a column, so the table is copied. The bytes stay: they have their own table. */
async function rebuild(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{
    text: string
  }>`select sql as text from sqlite_master where name = 'attachments'`.execute(db)
  const before = rows[0]?.text ?? ''
  const after = before.replace('"test_result_id" text not null', '"test_result_id" text')
  if (after === before) throw new Error('attachments is not as the migration before left it')
  for (const index of ['attachments_by_result', 'attachments_not_stored']) await db.schema.dropIndex(index).execute()
  await sql.raw(after.replace('"attachments"', '"attachments_rebuilt"')).execute(db)
  await sql`insert into attachments_rebuilt select ${KEPT} from attachments`.execute(db)
  await db.schema.dropTable('attachments').execute()
  await db.schema.alterTable('attachments_rebuilt').renameTo('attachments').execute()
  await db.schema.createIndex('attachments_by_result').on('attachments').column('test_result_id').execute()
  await sql`create index attachments_not_stored on attachments (created_at) where is_stored = 0`.execute(db)
}
