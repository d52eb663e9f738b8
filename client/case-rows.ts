import { z } from 'zod'
import type { Project } from '#shared/projects/project.ts'
import { expectationProblem } from '#shared/test-cases/expected-value.ts'
import { type CaseStep, CreateTestCase, TEXT_FIELD_NAMES } from '#shared/test-cases/test-case.ts'
import { CreateTestSuite } from '#shared/test-suites/test-suite.ts'

/** The columns of a case file, in order. Files of earlier versions lack the last ones, so append new columns. */
export const COLUMNS = ['suite', ...TEXT_FIELD_NAMES, 'ref', 'steps', 'priority', 'tags', 'references'] as const
export type Column = (typeof COLUMNS)[number]
export const WORD_COLUMNS = ['tags', 'references'] as const
export type WordColumn = (typeof WORD_COLUMNS)[number]
export type TextColumn = Exclude<Column, 'steps' | WordColumn>
export type CaseCells = Partial<Record<TextColumn, string | null>> & {
  steps?: CaseStep[] | null
} & Partial<Record<WordColumn, string[] | null>>

export const isWords = (column: unknown): column is WordColumn => WORD_COLUMNS.includes(column as WordColumn)

/** A case as read from a file. A missing column is undefined, an empty cell null. */
export type CaseRow = z.infer<typeof CaseRow> & { row: number }

const lowerCase = (given: unknown) => (typeof given === 'string' ? given.trim().toLowerCase() : given)
const upperCase = (given: unknown) => (typeof given === 'string' ? given.trim().toUpperCase() : given)

const CaseRow = CreateTestCase.omit({ testSuiteId: true }).extend({
  suite: CreateTestSuite.shape.name,
  ref: z.preprocess(upperCase, z.string().nullish()),
  expectedValueType: z.preprocess(lowerCase, CreateTestCase.shape.expectedValueType),
  priority: z.preprocess(lowerCase, CreateTestCase.shape.priority),
})

/** `hint` says how to fix it. Problems with the same hint are listed together. */
export type RowProblem = { row: number; message: string; hint?: string }

/** Validates the cells of a row. `row` is the number in a spreadsheet. */
export function readRow(cells: CaseCells, row: number): CaseRow | RowProblem[] {
  const { success, data, error } = CaseRow.safeParse({ ...cells, type: cells.type ?? undefined })
  if (success) return { row, ...data }
  return error.issues.map(({ path, message }) => ({
    row,
    message: path[0] === 'steps' ? inStep(path[1], message) : message,
  }))
}

const inStep = (index: unknown, message: string) =>
  typeof index === 'number' ? `step ${index + 1}: ${message}` : message

/** The problem with the expected value of a row, or null. */
export function problemOf({
  type = 'manual',
  expectedValueType = null,
  expectedValue = null,
  steps,
}: Partial<CaseRow>): string | null {
  return expectationProblem({ type, expectedValueType, expectedValue, steps: steps ?? [] })?.message ?? null
}

export function toCells(project: Project): Required<CaseCells>[] {
  return project.testSuites.flatMap((suite) =>
    suite.testCases.map((testCase) => {
      const cells = COLUMNS.map((column) => [column, column === 'suite' ? suite.name : testCase[column]])
      return Object.fromEntries(cells) as Required<CaseCells>
    }),
  )
}
