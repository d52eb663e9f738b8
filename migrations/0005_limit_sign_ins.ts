import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('sign_in_networks')
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id'))
    .addColumn('network', 'text', (column) => column.notNull())
    .addColumn('used_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('sign_in_networks_pk', ['user_id', 'network'])
    .execute()
  await db.schema
    .createIndex('sign_in_failures_by_email')
    .on('sign_in_failures')
    .columns(['email', 'failed_at'])
    .execute()
  await db.schema
    .createIndex('sign_in_failures_by_address')
    .on('sign_in_failures')
    .columns(['address', 'email', 'failed_at'])
    .execute()
}
