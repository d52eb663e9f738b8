import type { Project } from '#shared/projects/project.ts'
import type { TestCase } from '#shared/test-cases/test-case.ts'
import type { CaseRow, RowProblem } from './case-rows.ts'
import { groupBy } from './group-by.ts'

export type KnownCase = TestCase & { suite: string }

type Known = Map<CaseRow, KnownCase>

/** Matches rows to cases by ref, else by automation key, else by the names of suite and case. */
export function findKnown(project: Project, rows: CaseRow[], problems: RowProblem[]): Known {
  const cases = project.testSuites.flatMap((suite) =>
    suite.testCases.map((testCase) => ({ ...testCase, suite: suite.name })),
  )
  const known: Known = new Map()
  matchRefs(known, cases, rows, problems)
  matchKeys(known, cases, rows, problems)
  const claimed = new Set(known.values())
  const left = groupBy(
    cases.filter((testCase) => !claimed.has(testCase)),
    suiteAndName,
  )
  for (const row of rows) {
    if (known.has(row) || row.ref) continue
    // Names may repeat within a suite. The first row with a name matches the first such case, and so on.
    const sameName = left.get(suiteAndName(row)) ?? []
    const index = sameName.findIndex(({ automationKey }) => !row.automationKey || automationKey === null)
    const [testCase] = index < 0 ? [] : sameName.splice(index, 1)
    if (testCase) known.set(row, testCase)
  }
  return known
}

const suiteAndName = ({ suite, name }: { suite: string; name: string }) => JSON.stringify([suite, name])

/** Refs are counted per project. Another project's refs show by their different suites and names. */
function matchRefs(known: Known, cases: KnownCase[], rows: CaseRow[], problems: RowProblem[]): void {
  const byRef = new Map(cases.map((testCase) => [testCase.ref, testCase]))
  eachOnce(rows, 'ref', problems, (row, ref) => {
    const testCase = byRef.get(ref)
    if (testCase) known.set(row, testCase)
    if (!testCase) problems.push({ row: row.row, message: `${ref} is no case of this project`, hint: HINT })
    else if (row.suite !== testCase.suite && row.name !== testCase.name)
      problems.push({
        row: row.row,
        message: `${ref} is ${testCase.suite} › ${testCase.name} in this project`,
        hint: HINT,
      })
  })
}

const HINT = 'Empty the cell, or use --ignore-refs for a file of another project'

function matchKeys(known: Known, cases: KnownCase[], rows: CaseRow[], problems: RowProblem[]): void {
  const byKey = new Map(cases.map((testCase) => [testCase.automationKey, testCase]))
  eachOnce(rows, 'automationKey', problems, (row, key) => {
    const testCase = byKey.get(key)
    if (!row.ref && testCase) known.set(row, testCase)
    else if (testCase && known.has(row) && known.get(row) !== testCase)
      problems.push({ row: row.row, message: `${testCase.ref} has the automationKey ${key}` })
  })
}

/** Calls `each` for the first row with each value of a column. Repeated values are problems. */
function eachOnce(
  rows: CaseRow[],
  column: 'ref' | 'automationKey',
  problems: RowProblem[],
  each: (row: CaseRow, value: string) => void,
): void {
  const seen = new Map<string, number>()
  for (const row of rows) {
    const value = row[column]
    if (!value) continue
    const earlier = seen.get(value)
    seen.set(value, row.row)
    if (earlier === undefined) each(row, value)
    else problems.push({ row: row.row, message: `row ${earlier} has the same ${column}` })
  }
}
