import type { RunStatus } from '#shared/test-runs/test-run.ts'
import type { Selectable } from 'kysely'
import type { Authorized } from '../authorize.ts'
import type { Db } from '../database/databases.ts'
import { type Param, prepared } from '../database/prepared.ts'
import type { ProjectBadgeTable } from '../database/tables.ts'
import type { ProjectRow } from '../projects/projects.repository.ts'

export type BadgeRow = Selectable<ProjectBadgeTable>
type ManagedProject = Authorized<ProjectRow, 'badge.manage'>

export async function replaceBadge(db: Db, project: ManagedProject, token: string): Promise<BadgeRow> {
  const fresh = { token, created_at: new Date().toISOString() }
  await db
    .insertInto('project_badges')
    .values({ project_id: project.id, ...fresh })
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet(fresh))
    .execute()
  return { project_id: project.id, ...fresh }
}

export async function findBadge(db: Db, project: ManagedProject): Promise<BadgeRow | undefined> {
  return await db.selectFrom('project_badges').selectAll().where('project_id', '=', project.id).executeTakeFirst()
}

export async function deleteBadge(db: Db, project: ManagedProject): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('project_badges')
    .where('project_id', '=', project.id)
    .executeTakeFirst()
  return numDeletedRows > 0
}

/** The counts of the run on a badge: the last ended one. */
export type ShownRun = { status: RunStatus; passed: number; failed: number; error: number; pending: number }

/** Null if the project has no ended run; undefined for an unknown token. */
export async function findRunOfBadge(db: Db, token: string): Promise<ShownRun | null | undefined> {
  const [row] = await runOfBadge(db, { token })
  if (!row) return undefined
  const { status, ...counts } = row
  return status === null ? null : ({ status, ...counts } as ShownRun)
}

const runOfBadge = prepared((db, param: Param<{ token: string }>) =>
  db
    .selectFrom('project_badges')
    .leftJoin('test_runs', (join) =>
      join.on('test_runs.id', '=', (eb) =>
        eb
          .selectFrom('test_runs as ended')
          .select('ended.id')
          .whereRef('ended.project_id', '=', 'project_badges.project_id')
          .where('ended.is_receiving', '=', eb.lit(0))
          .where('ended.status', '<>', 'running')
          .orderBy('ended.id', 'desc')
          .limit(1),
      ),
    )
    .select(['test_runs.status', 'test_runs.passed', 'test_runs.failed', 'test_runs.error', 'test_runs.pending'])
    .where('project_badges.token', '=', param('token')),
)
