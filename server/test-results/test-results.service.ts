import { notFound } from '#shared/errors.ts'
import type { ListCaseResults } from '#shared/test-cases/test-case.ts'
import type {
  Attempt,
  FindResult,
  ListNewFailures,
  ListRunResults,
  ResultInput,
  TestResult,
} from '#shared/test-results/test-result.ts'
import { countResults } from '#shared/test-runs/summary.ts'
import type { CaseResult, TestRun, TestRunListItem } from '#shared/test-runs/test-run.ts'
import type { ActorContext, Context } from '../context.ts'
import { cursorPage, offsetPage, type Page, rowsToRead } from '../http/paging.ts'
import { findTestCase } from '../test-cases/test-cases.service.ts'
import { findTestRun } from '../test-runs/test-runs.service.ts'
import { listAttemptRows } from './attempts.repository.ts'
import { countNewFailuresOfRun, listNewFailuresOfRun } from './new-failures.repository.ts'
import {
  countResultsOfCase,
  countResultsOfRun,
  findResultByName,
  findTestResult,
  listResultsOfCase,
  listResultsOfRun,
  roleForHistory,
} from './test-results.repository.ts'

export { toAttempt } from './attempt.ts'
export { recordAttempts, recordEarlierAttempts, type Recording } from './record-attempts.ts'
export { type Target, targetsOfCases } from './run-results.repository.ts'
export { listResultsOfRun } from './test-results.repository.ts'

/** The result of a case by run, project, suite and case name. Throws NOT_FOUND when any of them does not match. */
export async function findResult({ db, actor }: ActorContext, input: FindResult): Promise<TestResult> {
  const run = await findTestRun(db, actor, input.runId, 'project.read')
  const result =
    run.project_id === input.projectId ? await findResultByName(db, run, input.suiteId, input.caseName) : undefined
  if (!result) throw notFound('Test result')
  return result
}

/** The results of a case, newest run first. They outlive the case. */
export async function listCaseResults(
  { db, actor }: ActorContext,
  { id, ...part }: ListCaseResults,
): Promise<Page<CaseResult>> {
  const total = (await roleForHistory(db, actor, id)) === null ? 0 : await countResultsOfCase(db, id)
  if (total === 0) await findTestCase(db, actor, id, 'project.read')
  const results = total === 0 ? [] : await listResultsOfCase(db, id, part)
  return cursorPage(results, part, total, (result) => result.testRunId)
}

/** The results of a run by suite and case number, of one suite or one status when asked. */
export async function listRunResults(
  { db, actor }: ActorContext,
  { testRunId, limit, offset, ...filter }: ListRunResults,
): Promise<Page<TestResult>> {
  const run = await findTestRun(db, actor, testRunId, 'project.read')
  const results = await listResultsOfRun(db, run, { ...filter, limit: rowsToRead(limit), offset })
  return offsetPage(results, { limit, offset }, await countResultsOfRun(db, run, filter))
}

/** The failed results of a run whose case had not failed when it was last executed in an earlier run. */
export async function listNewFailures(
  { db, actor }: ActorContext,
  { testRunId, limit, offset }: ListNewFailures,
): Promise<Page<TestResult>> {
  const run = await findTestRun(db, actor, testRunId, 'project.read')
  const results = await listNewFailuresOfRun(db, run, { limit: rowsToRead(limit), offset })
  return offsetPage(results, { limit, offset }, await countNewFailuresOfRun(db, run))
}

/** Adds its results to a run. Its counts are of these results, even while others record. */
export async function withResults(
  { db }: Context,
  run: TestRunListItem,
  { omitResults }: { omitResults?: boolean | null | undefined } = {},
): Promise<TestRun> {
  if (omitResults) return { ...run, results: [] }
  const results = await listResultsOfRun(db, run)
  return { ...run, summary: countResults(results), results }
}

/** Every attempt of a result, oldest first. */
export async function listAttempts({ db, actor }: ActorContext, { resultId }: ResultInput): Promise<Attempt[]> {
  return await listAttemptRows(db, await findTestResult(db, actor, resultId, 'project.read'))
}
