import type { Db } from '../database/databases.ts'
import { inList } from '../database/dialect.ts'
import { type Param, prepared } from '../database/prepared.ts'

export const listCasesOfRun = prepared((db, param: Param<{ testRunId: string }>) =>
  db
    .selectFrom('test_results')
    .select(['id', 'test_case_id as testCaseId', 'attempts'])
    .where('test_run_id', '=', param('testRunId')),
)

/** Removes results that were never executed and have no files. Returns their number. */
export async function deleteUnexecuted(db: Db, testRunId: string, ids: string[]): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('test_results')
    .where('id', 'in', inList(db, ids))
    .where('test_run_id', '=', testRunId)
    .where('status', '=', 'pending')
    .where('attempts', '=', 0)
    .where('attachments', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
