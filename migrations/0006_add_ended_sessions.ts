import type { Kysely } from 'kysely'

const TEMP_PASSWORD_DAYS = 7

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('ended_sessions')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('ended_sessions_by_time').on('ended_sessions').column('expires_at').execute()
  await db.schema.alterTable('users').addColumn('temp_password_expires_at', 'text').execute()
  // Counted from the upgrade: earlier versions stored no ends.
  const expiresAt = new Date(Date.now() + TEMP_PASSWORD_DAYS * 24 * 60 * 60 * 1000).toISOString()
  await (db as Kysely<{ users: { must_reset_password: number; temp_password_expires_at: string } }>)
    .updateTable('users')
    .set({ temp_password_expires_at: expiresAt })
    .where('must_reset_password', '=', 1)
    .execute()
  // No foreign key: SQLite cannot drop a column that has one.
  await db.schema.alterTable('invites').addColumn('created_by', 'text').execute()
}
