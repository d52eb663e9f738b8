import { DomainError, type Issue } from '#shared/errors.ts'
import type { RecordResults } from '#shared/test-results/test-result.ts'
import type { Authorized } from '../authorize.ts'
import type { Db } from '../database/databases.ts'
import { findCasesById, findCasesByName, findSuitesByName } from '../test-cases/case-lookup.repository.ts'
import type { FoundRun } from '../test-runs/test-runs.repository.ts'
import {
  type CaseNames,
  findResultsByName,
  findResultsOfCases,
  type Joining,
  resultsOfCases,
  type RunnableCase,
} from './batch.repository.ts'

type Wanted = Pick<RecordResults['results'][number], 'testCaseId' | 'suiteName' | 'caseName'>

const SHOWN_ISSUES = 100

/**
 * The results that are meant, in the order asked for: those of the run, by the ids of cases or by the names they
 * had when the run took its snapshot, else those with which cases of the project join the run now. Throws
 * BAD_REQUEST for an entry that names no case, NOT_FOUND for cases that are not there.
 */
export async function findTargets(
  db: Db,
  run: Authorized<FoundRun, 'run.record'>,
  wanted: Wanted[],
): Promise<Joining[]> {
  refuse(
    wanted.flatMap((entry, place) =>
      keyOf(entry) === null ? [issue(place, 'Give a testCaseId, or a suiteName and a caseName')] : [],
    ),
    'BAD_REQUEST',
  )
  const found = await findInRun(db, run.id, wanted)
  const late = await findInProject(
    db,
    run,
    wanted.filter((entry) => !found.has(keyOf(entry) as string)),
  )
  const joining = await resultsOfCases(db, run.id, [
    ...new Map(late.map(([, testCase]) => [testCase.id, testCase])).values(),
  ])
  for (const [key, { id }] of late) if (!found.has(key)) found.set(key, joining.get(id) as Joining)
  refuse(
    wanted.flatMap((entry, place) => (found.has(keyOf(entry) as string) ? [] : [issue(place, 'Test case not found')])),
  )
  return wanted.map((entry) => found.get(keyOf(entry) as string) as Joining)
}

/** Throws when there are issues; the first of them is the message. */
export function refuse(issues: Issue[], code: 'BAD_REQUEST' | 'NOT_FOUND' | 'CONFLICT' = 'NOT_FOUND'): void {
  const [first] = issues
  if (first)
    throw new DomainError(code, `${first.path.join('.')}: ${first.message}`, { issues: issues.slice(0, SHOWN_ISSUES) })
}

/** What is wrong with the entry at this place. */
export const issue = (place: number, message: string): Issue => ({ path: ['results', place], message })

const named = ({ suiteName, caseName }: CaseNames) => JSON.stringify([suiteName, caseName])

function keyOf({ testCaseId, suiteName, caseName }: Wanted): string | null {
  if (testCaseId) return testCaseId
  return suiteName && caseName ? named({ suiteName, caseName }) : null
}

function split(wanted: Wanted[]): { ids: string[]; names: CaseNames[] } {
  const names = wanted.filter(({ testCaseId }) => !testCaseId) as CaseNames[]
  return { ids: wanted.flatMap(({ testCaseId }) => testCaseId || []), names }
}

async function findInRun(db: Db, testRunId: string, wanted: Wanted[]): Promise<Map<string, Joining>> {
  const { ids, names } = split(wanted)
  const found = new Map<string, Joining>()
  for (const result of await findResultsOfCases(db, testRunId, ids))
    found.set(result.test_case_id, { result, isNew: false })
  for (const result of await findResultsByName(db, testRunId, names)) {
    const key = named({ suiteName: result.suite_name, caseName: result.case_name })
    if (!found.has(key)) found.set(key, { result, isNew: false })
  }
  return found
}

async function findInProject(
  db: Db,
  run: FoundRun,
  wanted: Wanted[],
): Promise<[key: string, testCase: RunnableCase][]> {
  if (wanted.length === 0) return []
  const { ids, names } = split(wanted)
  const suites = await findSuitesByName(
    db,
    run.project_id,
    names.map(({ suiteName }) => suiteName),
  )
  const suitesOf = Map.groupBy(suites, ({ name }) => name)
  const pairs = names.flatMap(({ suiteName, caseName }) =>
    (suitesOf.get(suiteName) ?? []).map(({ id }) => [id, caseName] as const),
  )
  const byName = await findCasesByName(db, pairs)
  const byId = await findCasesById(db, run.project_id, ids)
  return [
    ...byId.map((testCase) => [testCase.id, testCase] as [string, RunnableCase]),
    ...byName.map(
      (testCase) =>
        [named({ suiteName: testCase.suite.name, caseName: testCase.name }), testCase] as [string, RunnableCase],
    ),
  ]
}
