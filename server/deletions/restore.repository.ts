import type { Actor, Authorized } from '../authorize.ts'
import { countRows } from '../database/count-rows.ts'
import { renumber } from '../database/case-numbers.ts'
import { noteChange } from '../database/changes.ts'
import type { Db } from '../database/databases.ts'
import { CASES_AT_ONCE } from './cases-at-once.ts'
import { bringCasesBack } from './deleted-cases.repository.ts'
import type { DeletionRow } from './deletions.repository.ts'
import { findSuites } from './lost-suites.repository.ts'

/** Begins to restore a deletion; `restoreSome` continues. Returns the number of cases. */
export async function restore(db: Db, actor: Actor, deletion: Authorized<DeletionRow, 'case.write'>): Promise<number> {
  await findSuites(db, actor, deletion)
  const count = await countRows(db.selectFrom('deleted_test_cases').where('deletion_id', '=', deletion.id))
  await db
    .updateTable('deletions')
    .set({ restored_at: new Date().toISOString() })
    .where('id', '=', deletion.id)
    .execute()
  await restoreSome(db, deletion)
  return count
}

type Restoring = { id: string; project_id: string }

/** A deletion that is being restored, of a project or of any. `moveCases` restores those of hidden suites. */
export async function findRestoring(db: Db, projectId?: string): Promise<Restoring | undefined> {
  return await db
    .selectFrom('deletions')
    .select(['id', 'project_id'])
    .where('restored_at', 'is not', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('deleted_test_suites')
            .select('deleted_test_suites.id')
            .whereRef('deleted_test_suites.deletion_id', '=', 'deletions.id'),
        ),
      ),
    )
    .$if(projectId !== undefined, (query) => query.where('project_id', '=', projectId as string))
    .limit(1)
    .executeTakeFirst()
}

/** Restores some cases of a deletion, and removes the deletion when none are left. */
export async function restoreSome(db: Db, { id, project_id }: Restoring): Promise<void> {
  const ofDeletion = db.selectFrom('deleted_test_cases').select(['id', 'test_suite_id', 'rank'])
  const some = await ofDeletion
    .where('deletion_id', '=', id)
    .orderBy('test_suite_id')
    .orderBy('rank')
    .limit(CASES_AT_ONCE)
    .execute()
  let isStopped = false
  for (const [suite, cases] of Map.groupBy(some, (row) => row.test_suite_id)) {
    // Another call has deleted the suite meanwhile: the remaining cases stay in the trash.
    if (!(await hasSuite(db, suite))) {
      isStopped = true
      break
    }
    const ids = cases.map((row) => row.id)
    await bringCasesBack(db, { projectId: project_id, suiteId: suite, ids })
    await renumber(db, suite, (cases[0] as (typeof cases)[number]).rank)
  }
  if (isStopped) await stopRestoring(db, id)
  else if (some.length < CASES_AT_ONCE) await db.deleteFrom('deletions').where('id', '=', id).execute()
  noteChange(db, { kind: 'project', projectId: project_id })
}

const hasSuite = async (db: Db, id: string) =>
  (await db.selectFrom('test_suites').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

async function stopRestoring(db: Db, id: string): Promise<void> {
  await db.updateTable('deletions').set({ restored_at: null }).where('id', '=', id).execute()
}
