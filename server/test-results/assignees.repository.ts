import { noteResults } from '../database/changes.ts'
import type { Db } from '../database/databases.ts'
import { inList } from '../database/dialect.ts'
import { type Param, prepared } from '../database/prepared.ts'

/** An assignment is not an attempt: the results stay as they are. */
export async function updateAssignee(
  db: Db,
  testRunId: string,
  resultIds: string[],
  assigneeId: string | null,
): Promise<void> {
  await assigneeOfResults(db, { resultIds, assigneeId })
  noteResults(db, testRunId, resultIds)
}

/** Those of the results that are not assigned to this user, in the order of the ids. */
export async function listOthers(db: Db, resultIds: string[], assigneeId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('test_results')
    .select('id')
    .where('id', 'in', inList(db, resultIds))
    .where((eb) => eb.or([eb('assignee_id', 'is', null), eb('assignee_id', '<>', assigneeId)]))
    .execute()
  const others = new Set(rows.map(({ id }) => id))
  return resultIds.filter((id) => others.has(id))
}

const assigneeOfResults = prepared((db, param: Param<{ resultIds: string[]; assigneeId: string | null }>) =>
  db
    .updateTable('test_results')
    .set({ assignee_id: param('assigneeId') })
    .where('id', 'in', inList(db, param('resultIds'))),
)
