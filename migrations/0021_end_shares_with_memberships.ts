import { type Kysely, sql } from 'kysely'

/**
 * A link to a run ends with the membership of its author. Membership ids are never reused, so the links stay ended when
 * the author returns. A link without a membership has ended: its author is no member today.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('run_shares').addColumn('member_id', 'text').execute()
  await sql`update run_shares set member_id = (
    select project_members.id from project_members
    inner join test_runs on test_runs.project_id = project_members.project_id
    where test_runs.id = run_shares.test_run_id and project_members.user_id = run_shares.created_by
  )`.execute(db)
  await db.schema.createIndex('run_shares_by_member').on('run_shares').column('member_id').execute()
}
