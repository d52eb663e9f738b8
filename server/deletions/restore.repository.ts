import { sql, type SqlBool } from 'kysely'
import type { Actor, Authorized } from '../authorize.ts'
import { shift } from '../database/case-numbers.ts'
import { noteChange } from '../database/changes.ts'
import type { Db } from '../database/databases.ts'
import { keepSearchableById, type MadeTexts } from '../database/search/texts.ts'
import { insertDeletedCases } from './deleted-cases.repository.ts'
import type { DeletionRow } from './deletions.repository.ts'
import { findSuites } from './lost-suites.repository.ts'
import { mergeNumbers, placeDeletedCases, placesOf } from './numbers.repository.ts'

/** Puts the suites and cases of a deletion back, and forgets the deletion. Returns the number of cases. */
export async function restore(
  db: Db,
  actor: Actor,
  deletion: Authorized<DeletionRow, 'case.write'>,
  texts?: MadeTexts,
): Promise<number> {
  await findSuites(db, actor, deletion)
  const places = await placesOf(db, deletion.id)
  const [place] = places
  // Cases that stood side by side are the most usual.
  const room = places.length === 1 && place?.first === place?.last ? place : undefined
  if (room) await shift(db, room.test_suite_id, room.first, room.count)
  const count = await insertDeletedCases(db, {
    projectId: deletion.project_id,
    where: sql<SqlBool>`deleted.deletion_id = ${deletion.id}`,
    number: room
      ? sql`${room.first - 1} + row_number() over (order by deleted.number, deleted.rank, deleted.id)`
      : sql`deleted.number`,
  })
  await keepSearchableById(db, await idsOf(db, deletion.id), texts)
  if (!room) await mergeNumbers(db, deletion.id, places)
  await placeDeletedCases(db, deletion.id, 'restored')
  await db.deleteFrom('deletions').where('id', '=', deletion.id).execute()
  noteChange(db, { kind: 'project', projectId: deletion.project_id })
  return count
}

export async function idsOf(db: Db, deletionId: string): Promise<string[]> {
  const cases = await db.selectFrom('deleted_test_cases').select('id').where('deletion_id', '=', deletionId).execute()
  return cases.map(({ id }) => id)
}
