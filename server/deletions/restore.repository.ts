import { sql, type SqlBool } from 'kysely'
import type { Actor, Authorized } from '../authorize.ts'
import { noteChange } from '../database/changes.ts'
import type { Db } from '../database/databases.ts'
import { keepSearchableById } from '../database/search/texts.ts'
import { insertDeletedCases } from './deleted-cases.repository.ts'
import type { DeletionRow } from './deletions.repository.ts'
import { findSuites } from './lost-suites.repository.ts'
import { placeDeletedCases, renumberCases } from './numbers.repository.ts'

/** Puts the suites and cases of a deletion back, and forgets the deletion. Returns the number of cases. */
export async function restore(db: Db, actor: Actor, deletion: Authorized<DeletionRow, 'case.write'>): Promise<number> {
  await findSuites(db, actor, deletion)
  const count = await insertDeletedCases(db, {
    projectId: deletion.project_id,
    where: sql<SqlBool>`deleted.deletion_id = ${deletion.id}`,
    number: sql`deleted.number`,
  })
  await keepSearchableById(db, await idsOf(db, deletion.id))
  await renumberCases(db, deletion.id)
  await placeDeletedCases(db, deletion.id, 'restored')
  await db.deleteFrom('deletions').where('id', '=', deletion.id).execute()
  noteChange(db, { kind: 'project', projectId: deletion.project_id })
  return count
}

async function idsOf(db: Db, deletionId: string): Promise<string[]> {
  const cases = await db.selectFrom('deleted_test_cases').select('id').where('deletion_id', '=', deletionId).execute()
  return cases.map(({ id }) => id)
}
