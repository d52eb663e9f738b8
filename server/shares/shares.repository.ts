import type { Selectable } from 'kysely'
import type { ProjectShare } from '#shared/shares/share.ts'
import type { Authorized } from '../authorize.ts'
import type { Db } from '../database/databases.ts'
import { type Param, prepared } from '../database/prepared.ts'
import type { RunShareTable } from '../database/tables.ts'
import type { ProjectRow } from '../projects/projects.repository.ts'
import type { FoundRun } from '../test-runs/test-runs.repository.ts'

type ShareRow = Selectable<RunShareTable>
type SharedByMember = Authorized<FoundRun, 'run.share'>
type ManagedProject = Authorized<ProjectRow, 'share.manage'>
type NewShare = Pick<ShareRow, 'token_hash' | 'created_by' | 'member_id' | 'expires_at'>

export async function replaceShare(db: Db, run: SharedByMember, share: NewShare): Promise<void> {
  const fresh = { ...share, created_at: new Date().toISOString() }
  await db
    .insertInto('run_shares')
    .values({ test_run_id: run.id, ...fresh })
    .onConflict((conflict) => conflict.column('test_run_id').doUpdateSet(fresh))
    .execute()
}

export async function findShareOfRun(
  db: Db,
  run: SharedByMember,
): Promise<(ShareRow & { created_by_name: string }) | undefined> {
  return await workingShares(db)
    .selectAll('run_shares')
    .select('users.name as created_by_name')
    .where('run_shares.test_run_id', '=', run.id)
    .where('run_shares.expires_at', '>', new Date().toISOString())
    .executeTakeFirst()
}

export async function listSharesOfProject(db: Db, project: ManagedProject): Promise<ProjectShare[]> {
  const rows = await sharesOfProject(db, { projectId: project.id, now: new Date().toISOString() })
  return rows.map(({ id, ref, description, created_by, created_by_name, created_at, expires_at }) => ({
    testRun: { id, ref, description },
    createdBy: { id: created_by, name: created_by_name },
    createdAt: created_at,
    expiresAt: expires_at,
  }))
}

const sharesOfProject = prepared((db, param: Param<{ projectId: string; now: string }>) =>
  workingShares(db)
    .innerJoin('test_runs', 'test_runs.id', 'run_shares.test_run_id')
    .select(['test_runs.id', 'test_runs.ref', 'test_runs.description', 'users.name as created_by_name'])
    .select(['run_shares.created_by', 'run_shares.created_at', 'run_shares.expires_at'])
    .where('project_members.project_id', '=', param('projectId'))
    .where('run_shares.expires_at', '>', param('now'))
    .orderBy('run_shares.created_at', 'desc')
    .orderBy('run_shares.test_run_id', 'desc'),
)

export async function deleteShare(db: Db, run: SharedByMember): Promise<boolean> {
  const found = await findShareOfRun(db, run)
  if (found) await db.deleteFrom('run_shares').where('test_run_id', '=', run.id).execute()
  return found !== undefined
}

/** Also deletes links of members whose account is deactivated, because reactivation would revive them. */
export async function deleteSharesOfProject(db: Db, project: ManagedProject): Promise<void> {
  const members = db.selectFrom('project_members').select('id').where('project_id', '=', project.id)
  await db.deleteFrom('run_shares').where('member_id', 'in', members).execute()
}

export async function findOpenShare(
  db: Db,
  tokenHash: string,
): Promise<{ test_run_id: string; expires_at: string; project_name: string } | undefined> {
  const [share] = await openShare(db, { tokenHash, now: new Date().toISOString() })
  return share
}

const openShare = prepared((db, param: Param<{ tokenHash: string; now: string }>) =>
  workingShares(db)
    .innerJoin('projects', 'projects.id', 'project_members.project_id')
    .select(['run_shares.test_run_id', 'run_shares.expires_at', 'projects.name as project_name'])
    .where('run_shares.token_hash', '=', param('tokenHash'))
    .where('run_shares.expires_at', '>', param('now'))
    .where('projects.deleted_at', 'is', null),
)

/** A link is active while its author is a member with an active account. */
function workingShares(db: Db) {
  return db
    .selectFrom('run_shares')
    .innerJoin('project_members', 'project_members.id', 'run_shares.member_id')
    .innerJoin('users', 'users.id', 'project_members.user_id')
    .where('users.is_active', '=', 1)
}

/** An expired link answers 404 even before it is deleted. */
export async function deleteExpiredShares(db: Db): Promise<void> {
  await db.deleteFrom('run_shares').where('expires_at', '<=', new Date().toISOString()).execute()
}
