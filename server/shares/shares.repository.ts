import type { Selectable } from 'kysely'
import type { Authorized } from '../authorize.ts'
import type { Db } from '../database/databases.ts'
import { type Param, prepared } from '../database/prepared.ts'
import type { RunShareTable } from '../database/tables.ts'
import type { FoundRun } from '../test-runs/test-runs.service.ts'

export type ShareRow = Selectable<RunShareTable>
type SharedByMember = Authorized<FoundRun, 'run.share'>
export type NewShare = Pick<ShareRow, 'token_hash' | 'created_by' | 'expires_at'>

/** Stores the link of a run. It replaces the earlier one. */
export async function replaceShare(db: Db, run: SharedByMember, share: NewShare): Promise<void> {
  const fresh = { ...share, created_at: new Date().toISOString() }
  await db
    .insertInto('run_shares')
    .values({ test_run_id: run.id, ...fresh })
    .onConflict((conflict) => conflict.column('test_run_id').doUpdateSet(fresh))
    .execute()
}

/** The link of a run, unless it has expired. */
export async function findShareOfRun(
  db: Db,
  run: SharedByMember,
): Promise<(ShareRow & { created_by_name: string }) | undefined> {
  return await db
    .selectFrom('run_shares')
    .innerJoin('users', 'users.id', 'run_shares.created_by')
    .selectAll('run_shares')
    .select('users.name as created_by_name')
    .where('test_run_id', '=', run.id)
    .where('expires_at', '>', new Date().toISOString())
    .executeTakeFirst()
}

/** Returns whether there was a link that works. */
export async function deleteShare(db: Db, run: SharedByMember): Promise<boolean> {
  const found = await findShareOfRun(db, run)
  if (found) await db.deleteFrom('run_shares').where('test_run_id', '=', run.id).execute()
  return found !== undefined
}

/** The link of a token, unless it has expired, with the name of the project. */
export async function findOpenShare(
  db: Db,
  tokenHash: string,
): Promise<{ test_run_id: string; expires_at: string; project_name: string } | undefined> {
  const [share] = await openShare(db, { tokenHash, now: new Date().toISOString() })
  return share
}

const openShare = prepared((db, param: Param<{ tokenHash: string; now: string }>) =>
  db
    .selectFrom('run_shares')
    .innerJoin('test_runs', 'test_runs.id', 'run_shares.test_run_id')
    .innerJoin('projects', 'projects.id', 'test_runs.project_id')
    .select(['run_shares.test_run_id', 'run_shares.expires_at', 'projects.name as project_name'])
    .where('run_shares.token_hash', '=', param('tokenHash'))
    .where('run_shares.expires_at', '>', param('now')),
)

/** An expired link answers 404 also before it is deleted. */
export async function deleteExpiredShares(db: Db): Promise<void> {
  await db.deleteFrom('run_shares').where('expires_at', '<=', new Date().toISOString()).execute()
}
