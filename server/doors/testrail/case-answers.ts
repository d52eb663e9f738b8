import type { TestCaseDetail } from '#shared/test-cases/test-case.ts'
import { findAuthors } from '../../test-cases/revisions.repository.ts'
import { priorityIdOf, templateIdOf, typeIdOf, typeIdsOf } from './constants.ts'
import { type Door, seconds } from './door.ts'
import { shownCaseExtras } from './extras.ts'
import { numbersOf } from './numbers.ts'
import { userNumbers } from './people.ts'
import type { FoundProject } from './projects.ts'
import { refNumbers } from './refs.ts'

/** Whether a case has one of these types: the one that was given for it, else its own. */
export function hasType(testCase: TestCaseDetail, typeIds: number[]): boolean {
  const given = shownCaseExtras(testCase.extras)['type_id']
  return (given === undefined ? typeIdsOf(testCase) : [given]).some((id) => typeIds.includes(id as number))
}

export async function toCaseAnswers(door: Door, project: FoundProject, cases: TestCaseDetail[]): Promise<object[]> {
  const numberOfCase = await refNumbers(door, 'case', cases)
  const numberOfSection = await numbersOf(
    door,
    'section',
    cases.map(({ testSuiteId }) => testSuiteId),
  )
  const authors = await findAuthors(
    door.db,
    cases.map(({ id }) => id),
  )
  const numberOfUser = await userNumbers(door, [...authors.values(), ...cases.map(({ updatedBy }) => updatedBy)])
  return cases.map((testCase) => ({
    id: numberOfCase(testCase.id),
    title: testCase.name,
    section_id: numberOfSection(testCase.testSuiteId),
    suite_id: project.number,
    template_id: templateIdOf(testCase),
    type_id: typeIdOf(testCase),
    priority_id: priorityIdOf(testCase.priority),
    milestone_id: null,
    refs: testCase.references.join(', ') || null,
    estimate: null,
    estimate_forecast: null,
    created_by: numberOfUser(authors.get(testCase.id) ?? null),
    created_on: seconds(testCase.createdAt),
    updated_by: numberOfUser(testCase.updatedBy),
    updated_on: seconds(testCase.updatedAt),
    display_order: testCase.number,
    is_deleted: 0,
    labels: [],
    custom_automation_id: testCase.automationKey,
    custom_preconds: testCase.preconditions,
    custom_steps_separated: testCase.steps.map(({ action, expected }) => ({ content: action, expected })),
    ...shownCaseExtras(testCase.extras),
  }))
}
