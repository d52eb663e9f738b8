import { z } from 'zod'
import type { Project } from '#shared/projects/project.ts'
import { expectationProblem } from '#shared/test-cases/expected-value.ts'
import { type CaseFields, CreateTestCase, type TestCase, TEXT_FIELD_NAMES } from '#shared/test-cases/test-case.ts'
import { CreateTestSuite } from '#shared/test-suites/test-suite.ts'

/** The columns of a case file, in order. Steps are lists and in no column: an import leaves them as they are. */
export const COLUMNS = ['suite', ...TEXT_FIELD_NAMES] as const
export type Column = (typeof COLUMNS)[number]
export type CaseCells = Partial<Record<Column, string | null>>

/** A case as read from a file. A missing column is undefined, an empty cell is null. */
export type CaseRow = z.infer<typeof CaseRow> & { row: number }

const lowerCase = (given: unknown) => (typeof given === 'string' ? given.trim().toLowerCase() : given)

const CaseRow = CreateTestCase.omit({ testSuiteId: true, steps: true, priority: true, tags: true }).extend({
  suite: CreateTestSuite.shape.name,
  expectedValueType: z.preprocess(lowerCase, CreateTestCase.shape.expectedValueType),
})

export type RowProblem = { row: number; message: string }

/** Validates the cells of a row. `row` is the number that a spreadsheet shows. */
export function readRow(cells: CaseCells, row: number): CaseRow | RowProblem[] {
  const { success, data, error } = CaseRow.safeParse({ ...cells, type: cells.type ?? undefined })
  if (success) return { row, ...data }
  return error.issues.map(({ message }) => ({ row, message }))
}

/** What is wrong with the expected value of a row, or null. */
export function problemOf({
  type = 'manual',
  expectedValueType = null,
  expectedValue = null,
  steps = [],
}: Partial<CaseRow & Pick<CaseFields, 'steps'>>): string | null {
  return expectationProblem({ type, expectedValueType, expectedValue, steps })?.message ?? null
}

/** The cases of a project in order, as rows of a file. */
export function toCells(project: Project): Required<CaseCells>[] {
  return project.testSuites.flatMap((suite) =>
    suite.testCases.map((testCase) => ({ suite: suite.name, ...fieldsOf(testCase) })),
  )
}

const fieldsOf = (testCase: TestCase) =>
  Object.fromEntries(TEXT_FIELD_NAMES.map((field) => [field, testCase[field]])) as Pick<
    CaseFields,
    (typeof TEXT_FIELD_NAMES)[number]
  >
