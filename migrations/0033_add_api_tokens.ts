import type { Kysely } from 'kysely'

/** API tokens of people and of projects. Of a token, only its hash and its last characters are stored. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('api_tokens')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('hint', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('project_id', 'text', (column) => column.references('projects.id').onDelete('cascade'))
    .addColumn('project_ids', 'text')
    .addColumn('verbs', 'text', (column) => column.notNull())
    .addColumn('lifetime_days', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('created_by', 'text', (column) => column.notNull().references('users.id'))
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addColumn('last_used_at', 'text')
    .addColumn('last_used_network', 'text')
    .addColumn('old_hash', 'text', (column) => column.unique())
    .addColumn('old_until', 'text')
    .addColumn('revoked_at', 'text')
    .execute()
  for (const column of ['user_id', 'project_id'])
    await db.schema.createIndex(`api_tokens_by_${column}`).on('api_tokens').column(column).execute()
}
