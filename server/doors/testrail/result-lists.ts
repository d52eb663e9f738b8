import { findResultsOfCases } from '../../test-results/test-results.repository.ts'
import { listAttempts } from '../../test-results/list-attempts.ts'
import { listRunAttempts } from '../../test-results/run-attempts.service.ts'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { inputOf } from '../../trpc.ts'
import { AddResult } from './bodies.ts'
import { type Call, type Door, idIn, type Method, numbersIn, refusal } from './door.ts'
import { findEntity } from './numbers.repository.ts'
import { type Part, pageOf, partOf } from './pages.ts'
import { caseIdsOf } from './refs.ts'
import { attemptIn, commentOf, type Shown, toResultAnswers } from './result-answers.ts'
import { record } from './results.ts'
import { findRun, readRun } from './runs.ts'
import { statusesOf, statusIdOf } from './statuses.ts'
import { findTest, readTest } from './tests.ts'

export const unknownResult = () => refusal('Field :result_id is not a valid result.')

export const getResults: Method = async (door, call) => {
  const { result } = await findTest(door, idIn(call, 0, 'test'))
  return await pageOfTest(door, call, result)
}

export const getResultsForCase: Method = async (door, call) => {
  const { run, project } = await findRun(door, call)
  const [testCaseId = ''] = await caseIdsOf(door, project.id, [idIn(call, 1, 'case')], 'case_id')
  const row = (await findResultsOfCases(door.db, door.actor, run.id, [testCaseId])).get(testCaseId)
  if (!row) throw refusal('No (active) test found for the run/case combination.')
  const { result } = await readTest(door, row.id)
  return await pageOfTest(door, call, result)
}

async function pageOfTest(door: Door, call: Call, result: TestResult): Promise<object> {
  const part = partOf(call)
  const statuses = numbersIn(call, 'status_id')?.flatMap(statusesOf)
  const attempts = await attemptsOf(door, result, part, statuses)
  const shown = attempts.slice(0, part.limit)
  return pageOf(call, part, 'results', await toResultAnswers(door, shown), attempts.length > part.limit)
}

/** Reads one row more than the page, to tell whether more follow. */
async function attemptsOf(door: Door, result: TestResult, { limit, offset }: Part, statuses?: string[]) {
  const found: Shown[] = []
  let skipped = 0
  for (let cursor: string | undefined; found.length <= limit;) {
    const { items, next } = await listAttempts(door, {
      resultId: result.id,
      order: 'newest',
      limit: limit + 1,
      ...(cursor && { cursor }),
    })
    for (const attempt of items) {
      if (statuses && !statuses.includes(attempt.status)) continue
      if (skipped < offset) skipped += 1
      else found.push({ ...attempt, resultId: result.id, attachments: filesOf(result, attempt.number) })
    }
    cursor = next?.['cursor']
    if (cursor === undefined) break
  }
  return found.slice(0, limit + 1)
}

/** Files belong to a test: its newest attempt shows them. */
const filesOf = ({ attempts, attachments }: TestResult, number: number) =>
  number === attempts ? attachments.map(({ id }) => id) : []

export const getResultsForRun: Method = async (door, call) => {
  const { run } = await findRun(door, call)
  const part = partOf(call)
  const statuses = numbersIn(call, 'status_id')?.flatMap(statusesOf)
  const { attempts, hasMore } = await listRunAttempts(door, { testRunId: run.id, statuses, ...part })
  return pageOf(call, part, 'results', await toResultAnswers(door, attempts), hasMore)
}

/** A change of the newest result of a test is another attempt: the history keeps both. */
export const editResult: Method = async (door, call) => {
  const entity = await findEntity(door.db, 'result', idIn(call, 0, 'result'))
  if (entity === undefined) throw unknownResult()
  const { resultId, number } = attemptIn(entity)
  const { result } = await readTest(door, resultId)
  if (number !== result.attempts) throw refusal('Only the newest result of a test can be edited.')
  const [before] = await attemptsOf(door, result, { limit: 1, offset: 0 })
  const given = inputOf(AddResult, call.body)
  const edited = {
    result: { ...(before && asGiven(before)), ...given },
    testCaseId: result.testCase.id,
    knownTimeMs: given.elapsed === undefined ? (before?.executionTimeMs ?? undefined) : undefined,
  }
  return (await record(door, await readRun(door, result.testRunId), [edited]))[0]
}

const asGiven = (before: Shown): AddResult => ({
  ...before.extras,
  status_id: statusIdOf(before.status),
  comment: commentOf(before),
  defects: before.defects.join(', '),
})
