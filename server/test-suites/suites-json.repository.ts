import { TestSuiteListItem } from '#shared/test-suites/test-suite.ts'
import { isShownSuite } from '../database/hidden-suites.ts'
import { jsonLists } from '../database/json/json-query.ts'
import { computed, integer, layoutOf, text, token } from '../database/json/layout.ts'
import { CASE_COUNT } from './test-suites.repository.ts'

/** The same as `toTestSuite`. */
const SUITE_LAYOUT = layoutOf(TestSuiteListItem, {
  id: token('test_suites.id'),
  name: text('test_suites.name'),
  description: text('test_suites.description'),
  projectId: token('test_suites.project_id'),
  number: integer('test_suites.number'),
  createdAt: token('test_suites.created_at'),
  testCaseCount: computed<number>('integer', CASE_COUNT),
})

/** The JSON of the suites of each project by number, in the order of the projects, without brackets. */
export const suitesOfProjectsAsJson = jsonLists(SUITE_LAYOUT, 'test_suites.project_id', (db) =>
  db.selectFrom('test_suites').where(isShownSuite).orderBy('test_suites.number'),
)
