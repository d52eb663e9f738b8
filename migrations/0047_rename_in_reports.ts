import { type Kysely, sql } from 'kysely'

/** Earlier erasures left the name in the stored answers to reports. They continue with the step that replaces it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update users set erasing = 'reports:'
    where erasing is null and deleted_at is not null and name like 'Former member ____'`.execute(db)
}
