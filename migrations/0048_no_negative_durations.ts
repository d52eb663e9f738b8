import { type Kysely, sql } from 'kysely'

/** A run that ended when the clock was set back had a negative duration, with which no list of its project was answered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update test_runs set duration_ms = 0 where duration_ms < 0`.execute(db)
}
