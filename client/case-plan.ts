import type { Project } from '#shared/projects/project.ts'
import { applyFields, EDITABLE_FIELDS, type TestCase, type UpdateTestCase } from '#shared/test-cases/test-case.ts'
import { type CaseRow, problemOf, type RowProblem } from './case-rows.ts'

/** A case of the project, with the name of its suite. */
type KnownCase = TestCase & { suite: string }
type Creation = { kind: 'create'; row: CaseRow }
type Update = { kind: 'update'; row: CaseRow; input: UpdateTestCase }
export type Change = Creation | Update

export type ImportPlan = {
  /** Names of the suites to make, in order. */
  newSuites: string[]
  changes: Change[]
  unchanged: number
  problems: RowProblem[]
  warnings: RowProblem[]
}

/**
 * What makes a project hold the cases of a file. A project that holds them already needs nothing, so an import that broke
 * off is finished by planning it again. Cases that the file does not name are left alone.
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
  const changed = EDITABLE_FIELDS.filter((field) => wanted[field] !== testCase[field])
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
      message: `the case stays in suite ${testCase.suite}: cases cannot move to another`,
    })
  if (changed.length === 0) plan.unchanged += 1
  else
    plan.changes.push({
      kind: 'update',
      row,
      input: { id: testCase.id, ...Object.fromEntries(changed.map((field) => [field, wanted[field]])) },
    })
}

/** Which case each row means: the one of its automation key, else the one of its name in its suite. */
function findKnown(project: Project, rows: CaseRow[], problems: RowProblem[]): Map<CaseRow, KnownCase> {
  const cases = project.testSuites.flatMap((suite) =>
    suite.testCases.map((testCase) => ({ ...testCase, suite: suite.name })),
  )
  const known = findByKey(cases, rows, problems)
  const left = Map.groupBy(cases.filter(isNotIn(known)), placeOf)
  for (const row of rows) {
    if (known.has(row)) continue
    // Names may repeat in a suite: the first row of a name is the first case of that name, and so on.
    const namesakes = left.get(placeOf(row)) ?? []
    const index = namesakes.findIndex(({ automationKey }) => !row.automationKey || automationKey === null)
    const [testCase] = index < 0 ? [] : namesakes.splice(index, 1)
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
    if (earlier !== undefined) problems.push({ row: row.row, message: `its automationKey is that of row ${earlier}` })
    else if (testCase) known.set(row, testCase)
  }
  return known
}

function isNotIn(known: Map<CaseRow, KnownCase>) {
  const claimed = new Set(known.values())
  return (testCase: KnownCase) => !claimed.has(testCase)
}

const placeOf = ({ suite, name }: { suite: string; name: string }) => JSON.stringify([suite, name])
