import { type Kysely, sql } from 'kysely'

/**
 * Client secrets are compared by hash, and the copy to show is sealed. A starting server hashes and seals the secrets of
 * projects without a hash: a migration knows no key.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table projects rename column client_secret to sealed_secret`.execute(db)
  for (const column of ['secret_hash', 'old_secret_hash', 'old_secret_until'])
    await db.schema.alterTable('projects').addColumn(column, 'text').execute()
  await sql`create index projects_unsealed on projects (id) where secret_hash is null`.execute(db)
}
