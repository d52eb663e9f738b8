import { type Kysely, sql } from 'kysely'

/** A result stores the list of its attachments as JSON, so that reads of runs need no join. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('test_results').addColumn('attachments', 'text').execute()
  await db.schema
    .createTable('attachments')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('test_result_id', 'text', (column) => column.notNull().references('test_results.id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('size', 'integer', (column) => column.notNull())
    .addColumn('is_stored', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('created_by', 'text', (column) => column.references('users.id'))
    .execute()
  await db.schema.createIndex('attachments_by_result').on('attachments').column('test_result_id').execute()
  await sql`create index attachments_not_stored on attachments (created_at) where is_stored = 0`.execute(db)
  await db.schema
    .createTable('attachment_chunks')
    .addColumn('attachment_id', 'text', (column) => column.notNull().references('attachments.id').onDelete('cascade'))
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('bytes', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('attachment_chunks_key', ['attachment_id', 'number'])
    .execute()
}
