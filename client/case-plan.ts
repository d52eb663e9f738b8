import type { Project } from '#shared/projects/project.ts'
import { applyFields, EDITABLE_TEXT_FIELDS, type TestCase, type UpdateTestCase } from '#shared/test-cases/test-case.ts'
import { groupBy } from './group-by.ts'
import { type CaseRow, problemOf, type RowProblem } from './case-rows.ts'

/** A case of the project with the name of its suite. */
type KnownCase = TestCase & { suite: string }
type Creation = { kind: 'create'; row: CaseRow }
type Update = { kind: 'update'; row: CaseRow; input: UpdateTestCase }
export type Change = Creation | Update

export type ImportPlan = {
  /** Names of the suites to create, in order. */
  newSuites: string[]
  changes: Change[]
  unchanged: number
  problems: RowProblem[]
  warnings: RowProblem[]
}

/**
 * The changes that bring the cases of a file into a project. Planning is idempotent: an interrupted import is completed
 * by planning again. Cases that are not in the file stay unchanged.
 */
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
  const changed = EDITABLE_TEXT_FIELDS.filter((field) => wanted[field] !== testCase[field])
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
      message: `the case stays in suite ${testCase.suite}: an import cannot move cases`,
    })
  if (changed.length === 0) plan.unchanged += 1
  else
    plan.changes.push({
      kind: 'update',
      row,
      input: { id: testCase.id, ...Object.fromEntries(changed.map((field) => [field, wanted[field]])) },
    })
}

/** Matches rows to cases by automation key, else by suite and name. */
function findKnown(project: Project, rows: CaseRow[], problems: RowProblem[]): Map<CaseRow, KnownCase> {
  const cases = project.testSuites.flatMap((suite) =>
    suite.testCases.map((testCase) => ({ ...testCase, suite: suite.name })),
  )
  const known = findByKey(cases, rows, problems)
  const left = groupBy(cases.filter(isNotIn(known)), suiteAndName)
  for (const row of rows) {
    if (known.has(row)) continue
    // Names can repeat in a suite. The first row with a name matches the first case with it, and so on.
    const sameName = left.get(suiteAndName(row)) ?? []
    const index = sameName.findIndex(({ automationKey }) => !row.automationKey || automationKey === null)
    const [testCase] = index < 0 ? [] : sameName.splice(index, 1)
    if (testCase) known.set(row, testCase)
  }
  return known
}

function findByKey(cases: KnownCase[], rows: CaseRow[], problems: RowProblem[]): Map<CaseRow, KnownCase> {
  const byKey = new Map(cases.map((testCase) => [testCase.automationKey, testCase]))
  const seen = new Map<string, number>()
  const known = new Map<CaseRow, KnownCase>()
  for (const row of rows) {
    if (!row.automationKey) continue
    const testCase = byKey.get(row.automationKey)
    const earlier = seen.get(row.automationKey)
    seen.set(row.automationKey, row.row)
    if (earlier !== undefined) problems.push({ row: row.row, message: `row ${earlier} has the same automationKey` })
    else if (testCase) known.set(row, testCase)
  }
  return known
}

function isNotIn(known: Map<CaseRow, KnownCase>) {
  const claimed = new Set(known.values())
  return (testCase: KnownCase) => !claimed.has(testCase)
}

const suiteAndName = ({ suite, name }: { suite: string; name: string }) => JSON.stringify([suite, name])
