import { type Kysely, sql } from 'kysely'

/**
 * How long a project keeps its runs, their attachments and their traces. A pinned run stays. `trims_…` of a run: 1 while
 * its attachments or traces are being deleted, 2 afterwards; `trimmed_to` is the case whose result was the last.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['keep_runs_days', 'keep_attachments_days', 'keep_traces_days'])
    await db.schema.alterTable('projects').addColumn(column, 'integer').execute()
  for (const column of ['is_pinned', 'trims_attachments', 'trims_traces'])
    await db.schema
      .alterTable('test_runs')
      .addColumn(column, 'integer', (added) => added.notNull().defaultTo(0))
      .execute()
  await db.schema.alterTable('test_runs').addColumn('trimmed_to', 'text').execute()
  await sql`create index test_runs_trimmed on test_runs (id) where trims_attachments = 1 or trims_traces = 1`.execute(
    db,
  )
  // Stored answers get the new field of a run. Within JSON texts the quotes are escaped.
  await sql`update idempotency_keys set answer = replace(answer, ',"milestone":', ',"isPinned":false,"milestone":')
    where answer like '%,"milestone":%'`.execute(db)
}
