import { type Kysely, sql } from 'kysely'

/** Who wants a digest by mail, and until when what happened was told. The index finds the runs that ended in a period. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of ['digest', 'digested_until'])
    await db.schema.alterTable('notice_settings').addColumn(name, 'text').execute()
  await sql`create index notice_settings_digests on notice_settings (digest, digested_until)
    where digest is not null`.execute(db)
  await sql`create index test_runs_ended on test_runs (project_id, completed_at)`.execute(db)
}
