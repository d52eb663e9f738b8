import { DomainError, type Issue } from '#shared/errors.ts'
import type { RecordResults } from '#shared/test-results/test-result.ts'
import type { Authorized } from '../authorize.ts'
import type { Db } from '../database/databases.ts'
import {
  findCasesById,
  findCasesByName,
  findMovedCases,
  findSuitesByName,
  type KnownCase,
} from '../test-cases/case-lookup.repository.ts'
import type { FoundRun } from '../test-runs/test-runs.repository.ts'
import {
  type CaseNames,
  casesInSuites,
  findResultsBy,
  findResultsByName,
  type Target,
  targetsOfCases,
} from './run-results.repository.ts'

type Wanted = Pick<RecordResults['results'][number], 'testCaseId' | 'suiteName' | 'caseName'>

/**
 * The results to record, in request order: those of the run, by case ids or by the names in its snapshot; otherwise
 * cases of the project, which join the run. Throws BAD_REQUEST for an entry without a case, and NOT_FOUND for unknown
 * cases.
 */
export async function findTargets(
  db: Db,
  run: Authorized<FoundRun, 'run.record'>,
  wanted: Wanted[],
): Promise<Target[]> {
  refuse(wanted, (entry) => keyOf(entry) === null && 'Give a testCaseId, or a suiteName and a caseName', 'BAD_REQUEST')
  const found = await findInRun(db, run.id, wanted)
  const late = await findInProject(
    db,
    run.project_id,
    wanted.filter((entry) => !found.has(keyOf(entry) as string)),
  )
  const targets = await targetsOfCases(
    db,
    run.id,
    late.map(([, testCase]) => testCase),
  )
  for (const [key, { id }] of late) if (!found.has(key)) found.set(key, targets.get(id) as Target)
  refuse(wanted, (entry) => !found.has(keyOf(entry) as string) && 'Test case not found', 'NOT_FOUND')
  return wanted.map((entry) => found.get(keyOf(entry) as string) as Target)
}

const SHOWN_ISSUES = 100

/** Throws if entries of `results`, or their fields, have problems. The first problem is the message. */
export function refuse<T>(
  entries: T[],
  problemOf: (entry: T, index: number) => string | Issue | false,
  code: 'BAD_REQUEST' | 'NOT_FOUND' | 'CONFLICT',
): void {
  const issues = entries.flatMap((entry, index): Issue[] => {
    const problem = problemOf(entry, index)
    if (problem === false) return []
    const { path, message } = typeof problem === 'string' ? { path: [], message: problem } : problem
    return [{ path: ['results', index, ...path], message }]
  })
  const [first] = issues
  if (first)
    throw new DomainError(code, `${first.path.join('.')}: ${first.message}`, { issues: issues.slice(0, SHOWN_ISSUES) })
}

const named = ({ suiteName, caseName }: CaseNames) => JSON.stringify([suiteName, caseName])

function keyOf({ testCaseId, suiteName, caseName }: Wanted): string | null {
  if (testCaseId) return testCaseId
  return suiteName && caseName ? named({ suiteName, caseName }) : null
}

function split(wanted: Wanted[]): { ids: string[]; names: CaseNames[] } {
  const names = wanted.filter(({ testCaseId }) => !testCaseId) as CaseNames[]
  return { ids: wanted.flatMap(({ testCaseId }) => testCaseId || []), names }
}

async function findInRun(db: Db, testRunId: string, wanted: Wanted[]): Promise<Map<string, Target>> {
  const { ids, names } = split(wanted)
  const found = new Map<string, Target>()
  for (const result of await findResultsBy(db, testRunId, 'test_case_id', ids))
    found.set(result.test_case_id, { result, isNew: false })
  for (const result of await findResultsByName(db, testRunId, names))
    if (!found.has(named(result))) found.set(named(result), { result, isNew: false })
  return found
}

async function findInProject(db: Db, projectId: string, wanted: Wanted[]): Promise<[key: string, KnownCase][]> {
  if (wanted.length === 0) return []
  const { ids, names } = split(wanted)
  const suites = await findSuitesByName(db, { projectId, names: names.map(({ suiteName }) => suiteName) })
  const byName = await findCasesByName(db, casesInSuites(suites, names))
  const moved = await findMovedCases(
    db,
    projectId,
    names.map(({ suiteName, caseName }) => [suiteName, caseName]),
  )
  const byId = await findCasesById(db, projectId, ids)
  return [
    ...byId.map((testCase): [string, KnownCase] => [testCase.id, testCase]),
    ...byName.map((testCase): [string, KnownCase] => [
      named({ suiteName: testCase.suite.name, caseName: testCase.name }),
      testCase,
    ]),
    ...moved.map((testCase): [string, KnownCase] => [
      named({ suiteName: testCase.reportedSuite ?? '', caseName: testCase.name }),
      testCase,
    ]),
  ]
}
