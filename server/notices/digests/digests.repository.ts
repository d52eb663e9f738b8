import { sql } from 'kysely'
import type { DigestPeriod } from '#shared/notices/digest.ts'
import type { Db } from '../../database/databases.ts'
import { inList } from '../../database/dialect.ts'
import { isVisible, selectAllRuns, type TestRunRow } from '../../test-runs/test-runs.repository.ts'

/** From the first time on, before the second one. */
export type Period = { since: string; until: string }
export type Due = { userId: string; digest: DigestPeriod; digestedUntil: string }

/** The people whose last digest ended before that time. In any order, so that several servers seldom meet. */
export async function listDue(db: Db, digest: DigestPeriod, until: string): Promise<Due[]> {
  const rows = await db
    .selectFrom('notice_settings')
    .innerJoin('users', 'users.id', 'notice_settings.user_id')
    .select(['notice_settings.user_id as userId', 'digested_until as digestedUntil'])
    .where('digest', '=', digest)
    .where('digested_until', '<', until)
    .where('users.is_active', '=', 1)
    .orderBy(sql`random()`)
    .execute()
  return rows.map(({ userId, digestedUntil }) => ({ userId, digest, digestedUntil: digestedUntil ?? until }))
}

/** Undefined if another server has told it meanwhile. */
export async function findReceiver(db: Db, { userId, digest, digestedUntil }: Due) {
  return await db
    .selectFrom('notice_settings')
    .innerJoin('users', 'users.id', 'notice_settings.user_id')
    .select(['users.id', 'users.email'])
    .where('user_id', '=', userId)
    .where('digest', '=', digest)
    .where('digested_until', '=', digestedUntil)
    .executeTakeFirst()
}

/** Begins the next period. Of several servers that try, one gets true. */
export async function endPeriod(db: Db, { userId, digest, digestedUntil }: Due, until: string): Promise<boolean> {
  const update = db.updateTable('notice_settings').set({ digested_until: until }).where('user_id', '=', userId)
  const told = update.where('digest', '=', digest).where('digested_until', '=', digestedUntil)
  return (await told.executeTakeFirst()).numUpdatedRows === 1n
}

export async function listProjectsOf(db: Db, userId: string): Promise<{ id: string; name: string }[]> {
  return await db
    .selectFrom('projects')
    .innerJoin('project_members', 'project_members.project_id', 'projects.id')
    .select(['projects.id', 'projects.name'])
    .where('project_members.user_id', '=', userId)
    .where('projects.deleted_at', 'is', null)
    .orderBy('projects.name')
    .execute()
}

/** Newest first. */
export async function listEnded(db: Db, projectId: string, period: Period, limit: number): Promise<TestRunRow[]> {
  return await selectAllRuns(db)
    .where('test_runs.project_id', '=', projectId)
    .where('completed_at', '>=', period.since)
    .where('completed_at', '<', period.until)
    .where(isVisible)
    .orderBy('completed_at', 'desc')
    .limit(limit)
    .execute()
}

export async function countEnded(db: Db, projectId: string, { since, until }: Period) {
  return await db
    .selectFrom('test_runs')
    .select((eb) => eb.fn.countAll<number>().as('ended'))
    .select(sql<number>`coalesce(sum(case when failed + error > 0 then 1 else 0 end), 0)`.as('failing'))
    .where('project_id', '=', projectId)
    .where('completed_at', '>=', since)
    .where('completed_at', '<', until)
    .where(isVisible)
    .executeTakeFirstOrThrow()
}

/** What waits for a person in running runs, by run, newest first. */
export async function listOpen(db: Db, userId: string) {
  return await db
    .selectFrom('test_results')
    .innerJoin('test_runs', 'test_runs.id', 'test_results.test_run_id')
    .select(['test_runs.id', 'test_runs.project_id', 'test_runs.ref'])
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('test_results.assignee_id', '=', userId)
    .where('test_results.status', '=', 'pending')
    .where('test_runs.status', '=', 'running')
    .where(isVisible)
    .groupBy(['test_runs.id', 'test_runs.project_id', 'test_runs.ref'])
    .orderBy('test_runs.id', 'desc')
    .execute()
}

/** Whether somebody has assigned results to a person in one of the projects. Events are kept for 30 days. */
export async function wasAssigned(db: Db, userId: string, projectIds: string[], period: Period): Promise<boolean> {
  const found = db
    .selectFrom('outgoing_events')
    .select('id')
    .where('project_id', 'in', inList(db, projectIds))
    .where('type', '=', 'results.assigned')
    .where('created_at', '>=', period.since)
    .where('created_at', '<', period.until)
    .where('facts', 'like', `%"assigneeId":"${userId}"%`)
  return (await found.limit(1).executeTakeFirst()) !== undefined
}
