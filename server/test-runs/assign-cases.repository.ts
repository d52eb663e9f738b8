import { onSnapshot } from '../database/case-columns.ts'
import { inList } from '../database/dialect.ts'
import { type Param, prepared } from '../database/prepared.ts'

/* Assigns the results of a run that is being started. Nobody has read it yet. */

export const assignAll = prepared((db, param: Param<{ testRunId: string; assigneeId: string }>) =>
  db
    .updateTable('test_results')
    .set({ assignee_id: param('assigneeId') })
    .where('test_run_id', '=', param('testRunId')),
)

export const assignSome = prepared((db, param: Param<{ resultIds: string[]; assigneeId: string }>) =>
  db
    .updateTable('test_results')
    .set({ assignee_id: param('assigneeId') })
    .where('id', 'in', inList(db, param('resultIds'))),
)

export const listCasesInOrder = prepared((db, param: Param<{ testRunId: string }>) =>
  db
    .selectFrom('test_results')
    .innerJoin('test_case_revisions', onSnapshot)
    .select(['test_results.id', 'test_case_revisions.type'])
    .where('test_results.test_run_id', '=', param('testRunId'))
    .orderBy('test_results.suite_number')
    .orderBy('test_results.number')
    .orderBy('test_results.id'),
)
