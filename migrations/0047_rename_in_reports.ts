import { type Kysely, sql } from 'kysely'

/** Erasures left the name in the stored answers to reports. Those of before are continued from that step on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update users set erasing = 'reports:'
    where erasing is null and deleted_at is not null and name like 'Former member ____'`.execute(db)
}
