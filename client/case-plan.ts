import { isDeepStrictEqual } from 'node:util'
import type { Project } from '#shared/projects/project.ts'
import { applyFields, EDITABLE_FIELDS, type UpdateTestCase } from '#shared/test-cases/test-case.ts'
import { findKnown, type KnownCase } from './case-matches.ts'
import { type CaseRow, problemOf, type RowProblem } from './case-rows.ts'

type Creation = { kind: 'create'; row: CaseRow }
type Update = { kind: 'update'; row: CaseRow; input: UpdateTestCase }
export type Change = Creation | Update

export type ImportPlan = {
  newSuites: string[]
  changes: Change[]
  unchanged: number
  problems: RowProblem[]
  warnings: RowProblem[]
}

/** The changes that an import makes. Planning again completes an interrupted import. Other cases stay unchanged. */
export function planImport(project: Project, rows: CaseRow[]): ImportPlan {
  const plan: ImportPlan = { newSuites: [], changes: [], unchanged: 0, problems: [], warnings: [] }
  const known = findKnown(project, rows, plan.problems)
  const suites = new Set(project.testSuites.map(({ name }) => name))
  for (const row of rows) {
    const testCase = known.get(row)
    if (testCase) planUpdate(plan, row, testCase)
    else planCreation(plan, row, suites)
  }
  return plan
}

function planCreation(plan: ImportPlan, row: CaseRow, suites: Set<string>): void {
  const message = problemOf(row)
  if (message !== null) plan.problems.push({ row: row.row, message })
  if (!suites.has(row.suite)) plan.newSuites.push(row.suite)
  suites.add(row.suite)
  plan.changes.push({ kind: 'create', row })
}

function planUpdate(plan: ImportPlan, row: CaseRow, testCase: KnownCase): void {
  const wanted = applyFields(testCase, row)
  const changed = EDITABLE_FIELDS.filter((field) => !isDeepStrictEqual(wanted[field], testCase[field]))
  if (row.type !== undefined && row.type !== testCase.type)
    plan.problems.push({
      row: row.row,
      message: `the type of a case cannot change from ${testCase.type} to ${row.type}`,
    })
  const message = changed.length > 0 ? problemOf({ ...wanted, type: testCase.type }) : null
  if (message !== null) plan.problems.push({ row: row.row, message })
  if (row.suite !== testCase.suite)
    plan.warnings.push({
      row: row.row,
      message: `the case stays in suite ${testCase.suite}`,
      hint: 'An import cannot move cases to another suite; the app can',
    })
  if (changed.length === 0) plan.unchanged += 1
  else
    plan.changes.push({
      kind: 'update',
      row,
      input: { id: testCase.id, ...Object.fromEntries(changed.map((field) => [field, wanted[field]])) },
    })
}
