import { schemaResolver } from '@mantine/form'
import type { ReactNode } from 'react'
import { expectationProblem } from '#shared/test-cases/expected-value.ts'
import {
  type CaseStep,
  CreateTestCase,
  EDITABLE_TEXT_FIELDS,
  type Priority,
  type TestCase,
  type ValueType,
} from '#shared/test-cases/test-case.ts'
import { filledSteps, ofShownSteps } from './step-problems.ts'

type Texts = Record<(typeof EDITABLE_TEXT_FIELDS)[number], string>

/** The values of the case form. Inputs hold text; the value type of a manual case is always set. */
export type CaseValues = Texts & {
  expectedValueType: ValueType
  steps: CaseStep[]
  priority: Priority
  tags: string[]
  references: string[]
}

export const valuesOf = (testCase?: TestCase): CaseValues => ({
  ...(Object.fromEntries(EDITABLE_TEXT_FIELDS.map((field) => [field, testCase?.[field] ?? ''])) as Texts),
  expectedValueType: testCase?.expectedValueType ?? 'string',
  steps: testCase?.steps ?? [],
  priority: testCase?.priority ?? 'medium',
  tags: testCase?.tags ?? [],
  references: testCase?.references ?? [],
})

export const sentValues = (values: CaseValues): CaseValues => ({ ...values, steps: filledSteps(values.steps) })

const textProblems = schemaResolver(CreateTestCase.omit({ testSuiteId: true }), { sync: true })

export function problemsOf(values: CaseValues): Record<string, ReactNode> {
  const sent = sentValues(values)
  const problem = expectationProblem({ type: 'manual', ...sent, expectedValue: sent.expectedValue || null })
  return {
    ...(problem && { [problem.field]: problem.message }),
    ...ofShownSteps(values.steps, textProblems(sent)),
  }
}
