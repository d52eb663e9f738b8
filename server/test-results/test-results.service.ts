import { invalidField, notFound } from '#shared/errors.ts'
import type { ListCaseResults } from '#shared/test-cases/test-case.ts'
import type {
  Attempt,
  Execute,
  ExecuteManual,
  FindResult,
  ListNewFailures,
  ListRunResults,
  ResultInput,
  SetResultValue,
  TestResult,
} from '#shared/test-results/test-result.ts'
import type { CaseResult } from '#shared/test-runs/test-run.ts'
import type { Actor } from '../authorize.ts'
import type { ActorContext, Page } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { cursorPage, offsetPage, rowsToRead } from '../http/paging.ts'
import { findTestCase } from '../test-cases/test-cases.repository.ts'
import { findTestRun } from '../test-runs/test-runs.repository.ts'
import { findTestSuite } from '../test-suites/test-suites.repository.ts'
import { insertAttempt, listAttemptRows } from './attempts.repository.ts'
import { refuseOutdated } from './base-attempt.ts'
import { countNewFailuresOfRun, listNewFailuresOfRun } from './new-failures.repository.ts'
import {
  countResultsOfCase,
  countResultsOfRun,
  findResultByName,
  findResultOfCase,
  findTestResult,
  insertLateResult,
  listResultsOfCase,
  listResultsOfRun,
  roleForHistory,
} from './test-results.repository.ts'
import { recordOnce, refuseEndedRun } from './record-once.ts'
import { toAttempt } from './recording.ts'
import type { WritableResult } from './test-results.rows.ts'

/** Records what an automated check found. */
export async function execute(ctx: ActorContext, input: Execute): Promise<TestResult> {
  return await recordOnce(ctx, 'execute', input, async (db) => {
    const result = await resultToRecord(db, ctx.actor, input.id, input.testRunId)
    return await insertAttempt(db, ctx.actor, result, toAttempt(result, input))
  })
}

/** Records what a person saw. Throws CONFLICT when it is based on an attempt that is not the last one. */
export async function executeManual(ctx: ActorContext, input: ExecuteManual): Promise<TestResult> {
  return await recordOnce(ctx, 'execute-manual', input, async (db) => {
    const result = await resultToRecord(db, ctx.actor, input.id, input.testRunId)
    if (result.snapshot_type === 'auto') throw invalidField('id', 'An automated test case cannot be executed by hand')
    const attempt = toAttempt(result, input)
    refuseOutdated(result, attempt, input.baseAttempt)
    return await insertAttempt(db, ctx.actor, result, attempt)
  })
}

/** Sets the actual value of a result, or takes it back. Throws CONFLICT when it is based on an attempt that is not the last one. */
export async function setResultValue(
  ctx: ActorContext,
  { resultId, actualValue, notes, baseAttempt }: SetResultValue,
): Promise<TestResult> {
  return await ctx.write({ testResult: resultId }, async (db) => {
    const result = await findTestResult(db, ctx.actor, resultId, 'run.record')
    refuseEndedRun(result.run_status)
    const isTakenBack = actualValue == null || actualValue === ''
    const attempt = toAttempt(result, {
      actualValue: isTakenBack ? null : actualValue,
      notes: notes === undefined ? result.notes : notes,
    })
    refuseOutdated(result, attempt, baseAttempt)
    return await insertAttempt(db, ctx.actor, result, attempt, isTakenBack ? 'taken back' : 'set')
  })
}

/** The result of a case by the names of its places; NOT_FOUND when any of them does not fit. */
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

/** Every attempt of a result, oldest first. */
export async function listAttempts({ db, actor }: ActorContext, { resultId }: ResultInput): Promise<Attempt[]> {
  return await listAttemptRows(db, await findTestResult(db, actor, resultId, 'project.read'))
}

/** The result of a case in a running run. A case made after the run started joins it now. */
async function resultToRecord(db: Db, actor: Actor, testCaseId: string, testRunId: string): Promise<WritableResult> {
  const result =
    (await findResultOfCase(db, actor, testCaseId, testRunId)) ?? (await joinRun(db, actor, testCaseId, testRunId))
  refuseEndedRun(result.run_status)
  return result
}

async function joinRun(db: Db, actor: Actor, testCaseId: string, testRunId: string): Promise<WritableResult> {
  const run = await findTestRun(db, actor, testRunId, 'run.record')
  const testCase = await findTestCase(db, actor, testCaseId, 'run.record')
  if (testCase.project_id !== run.project_id) throw notFound('Test case')
  refuseEndedRun(run.status)
  await insertLateResult(db, run, await findTestSuite(db, actor, testCase.test_suite_id, 'run.record'), testCase)
  return (await findResultOfCase(db, actor, testCaseId, testRunId)) as WritableResult
}
