import type { TestResult } from '#shared/test-results/test-result.ts'
import { findExtras } from '../../test-cases/case-lookup.repository.ts'
import { listRunResults } from '../../test-results/test-results.service.ts'
import { matchResults, readResults } from '../../test-results/match.service.ts'
import { findTestResult } from '../../test-results/test-results.repository.ts'
import { toTestResult } from '../../test-results/test-results.rows.ts'
import { priorityIdOf, templateIdOf, typeIdOf } from './constants.ts'
import { type Door, idIn, type Method, numbersIn, refusal } from './door.ts'
import { shownCaseExtras } from './extras.ts'
import { findEntity } from './numbers.repository.ts'
import { numbersOf } from './numbers.ts'
import { type Part, pageOf, partOf } from './pages.ts'
import { userNumbers } from './people.ts'
import { refNumber, refNumbers } from './refs.ts'
import { findRun, readRun } from './runs.ts'
import { statusesOf, statusIdOf } from './statuses.ts'

/* A test is the result of a case in a run, which shows the newest of its attempts. */

const unknownTest = () => refusal('Field :test_id is not a valid test.')

export type FoundTest = { result: TestResult; projectId: string }

export async function findTest(door: Door, number: number): Promise<FoundTest> {
  const id = await findEntity(door.db, 'test', number)
  if (id === undefined) throw unknownTest()
  return await readTest(door, id)
}

export async function readTest(door: Door, resultId: string): Promise<FoundTest> {
  const row = await findTestResult(door.db, door.actor, resultId, 'project.read')
  const { project } = await readRun(door, row.test_run_id)
  return { result: toTestResult(row), projectId: project.id }
}

export const getTest: Method = async (door, call) => {
  const { result } = await findTest(door, idIn(call, 0, 'test'))
  const { run } = await readRun(door, result.testRunId)
  return (await toAnswers(door, await refNumber(door, 'run', run), [result]))[0]
}

export const getTests: Method = async (door, call) => {
  const { run } = await findRun(door, call)
  const part = partOf(call)
  const statuses = numbersIn(call, 'status_id')?.flatMap(statusesOf)
  const rows = statuses ? await withStatus(door, run.id, statuses, part) : await readPage(door, run.id, part)
  const answers = await toAnswers(door, await refNumber(door, 'run', run), rows.slice(0, part.limit))
  return pageOf(call, part, 'tests', answers, rows.length > part.limit)
}

const readPage = async (door: Door, testRunId: string, { limit, offset }: Part): Promise<TestResult[]> =>
  await listRunResults(door, { testRunId, limit: limit + 1, offset })

async function withStatus(
  door: Door,
  testRunId: string,
  status: TestResult['status'][],
  { limit, offset }: Part,
): Promise<TestResult[]> {
  if (status.length === 0) return []
  const suites = await matchResults(door, { testRunId, status })
  const ids = suites.flatMap(({ resultIds }) => resultIds).slice(offset, offset + limit + 1)
  return ids.length === 0 ? [] : await readResults(door, { testRunId, resultIds: ids })
}

async function toAnswers(door: Door, runNumber: number, results: TestResult[]): Promise<object[]> {
  const numberOfTest = await numbersOf(
    door,
    'test',
    results.map(({ id }) => id),
  )
  const numberOfCase = await refNumbers(
    door,
    'case',
    results.map(({ testCase }) => testCase),
  )
  const numberOfUser = await userNumbers(
    door,
    results.map(({ assignee }) => assignee),
  )
  const extras = await findExtras(
    door.db,
    results.map(({ testCase }) => testCase.id),
  )
  return results.map(({ id, testCase, status, assignee, steps }) => ({
    id: numberOfTest(id),
    case_id: numberOfCase(testCase.id),
    run_id: runNumber,
    status_id: statusIdOf(status),
    assignedto_id: assignee ? numberOfUser(assignee) : null,
    title: testCase.name,
    template_id: templateIdOf({ steps: steps.map(({ action, expected }) => ({ action, expected })) }),
    type_id: typeIdOf(testCase),
    priority_id: priorityIdOf(testCase.priority),
    milestone_id: null,
    refs: testCase.references.join(', ') || null,
    estimate: null,
    estimate_forecast: null,
    labels: [],
    custom_preconds: testCase.preconditions,
    custom_steps_separated: steps.map(({ action, expected }) => ({ content: action, expected })),
    ...shownCaseExtras(extras.get(testCase.id) ?? {}),
  }))
}
