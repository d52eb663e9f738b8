import type { UpdateTestCase } from '#shared/test-cases/test-case.ts'
import type { Actor } from '../authorize.ts'
import { noteChange, noteContent, noteEvent } from '../database/changes.ts'
import type { Db } from '../database/databases.ts'
import { findSuiteOfProject } from '../test-suites/test-suites.service.ts'
import { forgetPlaces } from './case-changes.repository.ts'
import { ranksAfter } from '../database/ranks.ts'
import { numbersOf, placeCases, rankBefore } from './places.repository.ts'
import type { WritableCase } from './test-cases.repository.ts'

/**
 * Returns the case at its new position; a new suite still needs a revision. In a large suite its number is outdated.
 * Throws NOT_FOUND for an unknown suite.
 */
export async function moveTestCase(
  db: Db,
  actor: Actor,
  testCase: WritableCase,
  { testSuiteId: given, position }: Pick<UpdateTestCase, 'testSuiteId' | 'position'>,
): Promise<WritableCase> {
  const { id, project_id: projectId, test_suite_id: before } = testCase
  const testSuiteId = given ?? before
  if (testSuiteId === before && (position == null || position === testCase.number)) return testCase
  await forgetPlaces(db, [id])
  if (testSuiteId !== before) {
    await findSuiteOfProject(db, actor, projectId, testSuiteId)
    noteChange(db, { kind: 'project', projectId })
  }
  const after = await rankBefore(db, testSuiteId, [testCase], position)
  const [rank] = (await ranksAfter(db, { id: testSuiteId, project_id: projectId }, after, 1)) as [string]
  await placeCases(db, [testCase], [{ id, testSuiteId, rank }])
  noteContent(db, projectId)
  noteEvent(db, { type: 'case.updated', projectId, testCaseIds: [id] })
  return { ...testCase, test_suite_id: testSuiteId, rank, number: (await numbersOf(db, [id])).get(id) as number }
}
