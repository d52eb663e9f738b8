import type { UpdateTestCase } from '#shared/test-cases/test-case.ts'
import type { Actor } from '../authorize.ts'
import { noteChange, noteContent } from '../database/changes.ts'
import type { Db } from '../database/databases.ts'
import { moveInSuite } from '../deletions/journeys.repository.ts'
import { findSuiteOfProject } from '../test-suites/test-suites.service.ts'
import { forgetPlaces } from './case-changes.repository.ts'
import { joinSuite, numbersOf } from './places.repository.ts'
import type { WritableCase } from './test-cases.repository.ts'

/**
 * Returns the case at its new place; a new suite still needs a revision. A case that moves far in its suite is still on its
 * way. Throws NOT_FOUND for an unknown suite.
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
    await joinSuite(db, testSuiteId, [testCase], position)
    noteChange(db, { kind: 'project', projectId })
  } else await moveInSuite(db, testCase, position as number)
  noteContent(db, projectId)
  return { ...testCase, test_suite_id: testSuiteId, number: (await numbersOf(db, [id])).get(id) as number }
}
