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

const assigneeOfResults = prepared((db, param: Param<{ resultIds: string[]; assigneeId: string | null }>) =>
  db
    .updateTable('test_results')
    .set({ assignee_id: param('assigneeId') })
    .where('id', 'in', inList(db, param('resultIds'))),
)
