import { type Kysely, sql } from 'kysely'

/** Where the erasure of a user goes on: what shows the old name is renewed or deleted after the answer. Null: nothing is left. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('users').addColumn('erasing', 'text').execute()
  await sql`create index users_erasing on users (id) where erasing is not null`.execute(db)
}
