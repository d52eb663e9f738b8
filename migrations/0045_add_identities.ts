import type { Kysely } from 'kysely'

/** Identities of users at other providers, the memberships that groups there gave, and of which sign-in a session is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('identities')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('issuer', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('email', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('last_used_at', 'text')
    .addUniqueConstraint('identities_key', ['issuer', 'subject'])
    .execute()
  await db.schema.createIndex('identities_by_user').on('identities').columns(['user_id', 'id']).execute()
  await db.schema
    .createTable('identity_memberships')
    .addColumn('identity_id', 'text', (column) => column.notNull().references('identities.id').onDelete('cascade'))
    .addColumn('project_id', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('identity_memberships_key', ['identity_id', 'project_id'])
    .execute()
  await db.schema
    .createIndex('identity_memberships_by_project')
    .on('identity_memberships')
    .column('project_id')
    .execute()
  await db.schema.alterTable('sessions').addColumn('provider_session', 'text').execute()
}
