import type { Kysely } from 'kysely'

/** Open sessions. Tokens of earlier versions have none, and work until they expire. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('sessions')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('token_version', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addColumn('confirmed_at', 'text', (column) => column.notNull())
    .addColumn('last_used_at', 'text', (column) => column.notNull())
    .addColumn('network', 'text', (column) => column.notNull())
    .addColumn('agent', 'text')
    .addColumn('factor', 'text')
    .addColumn('identity', 'text')
    .execute()
  for (const column of ['user_id', 'identity'])
    await db.schema.createIndex(`sessions_by_${column}`).on('sessions').column(column).execute()
}
