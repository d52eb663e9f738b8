import { invalidField, notFound } from '#shared/errors.ts'
import type { Execute, ExecuteManual, SetResultValue, TestResult } from '#shared/test-results/test-result.ts'
import type { Actor } from '../authorize.ts'
import type { ActorContext } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { noteResults } from '../database/changes.ts'
import { refuseChanged } from '../http/entity-tags.ts'
import { findCasesById } from '../test-cases/test-cases.service.ts'
import { findTestRun, refuseEndedRun, updateSummary } from '../test-runs/test-runs.service.ts'
import { type AttemptKind, counted, type Shown, toAttempt } from './attempt.ts'
import { refuseOutdated } from './base-attempt.ts'
import { recordAttempts } from './record-attempts.ts'
import { recordOnce } from './record-once.ts'
import { insertPendingResults, targetsOfCases } from './run-results.repository.ts'
import { findResultOfCase, findTestResult } from './test-results.repository.ts'
import { type NewAttempt, toTestResult, type WritableResult } from './test-results.rows.ts'

/** Records what an automated check found. */
export async function execute(ctx: ActorContext, input: Execute): Promise<TestResult> {
  return await recordOnce(ctx, 'execute', input, async (db) => {
    const result = await resultToRecord(db, ctx.actor, input.id, input.testRunId)
    return await recordAttempt(db, ctx.actor, result, toAttempt(result, input), 'executed')
  })
}

/** Records what a person saw. Throws CONFLICT when the result has changed since `baseAttempt`. */
export async function executeManual(ctx: ActorContext, input: ExecuteManual): Promise<TestResult> {
  return await recordOnce(ctx, 'execute-manual', input, async (db) => {
    const result = await resultToRecord(db, ctx.actor, input.id, input.testRunId)
    if (result.snapshot_type === 'auto') throw invalidField('id', 'An automated test case cannot be executed by hand')
    const attempt = toAttempt(result, input)
    refuseOutdated(result, attempt, input.baseAttempt)
    return await recordAttempt(db, ctx.actor, result, attempt, 'executed')
  })
}

/** Sets or takes back the actual value of a result. Throws CONFLICT when the result has changed since `baseAttempt`. */
export async function setResultValue(
  ctx: ActorContext,
  { resultId, actualValue, notes, baseAttempt }: SetResultValue,
): Promise<TestResult> {
  return await ctx.write({ testResult: resultId }, async (db) => {
    const result = await findTestResult(db, ctx.actor, resultId, 'run.record')
    refuseChanged(ctx, toTestResult(result), 'test result')
    refuseEndedRun(result.run_status)
    const isTakenBack = actualValue == null || actualValue === ''
    const attempt = toAttempt(result, {
      actualValue: isTakenBack ? null : actualValue,
      notes: notes === undefined ? result.notes : notes,
    })
    refuseOutdated(result, attempt, baseAttempt)
    return await recordAttempt(db, ctx.actor, result, attempt, isTakenBack ? 'taken back' : 'set')
  })
}

async function recordAttempt(
  db: Db,
  actor: Actor,
  result: WritableResult,
  attempt: NewAttempt,
  kind: AttemptKind,
): Promise<TestResult> {
  const recording = { result, isNew: false, attempts: [attempt], kind }
  const [[shown] = []] = await recordAttempts(db, actor, result.test_run_id, [recording])
  const executed_by_name = actor.kind === 'user' ? actor.user.name : null
  return toTestResult({ ...result, ...(shown as Shown), executed_by_name })
}

/** The result of a case in a running run. A case made after the run started joins the run. */
async function resultToRecord(db: Db, actor: Actor, testCaseId: string, testRunId: string): Promise<WritableResult> {
  const result =
    (await findResultOfCase(db, actor, testCaseId, testRunId)) ?? (await joinRun(db, actor, testCaseId, testRunId))
  refuseEndedRun(result.run_status)
  return result
}

async function joinRun(db: Db, actor: Actor, testCaseId: string, testRunId: string): Promise<WritableResult> {
  const run = await findTestRun(db, actor, testRunId, 'run.record')
  const cases = await findCasesById(db, run.project_id, [testCaseId])
  if (cases.length === 0) throw notFound('Test case')
  refuseEndedRun(run.status)
  const pending = Array.from((await targetsOfCases(db, run.id, cases)).values(), ({ result }) => result)
  await insertPendingResults(db, pending)
  await updateSummary(
    db,
    run.id,
    pending.map((result) => ({ before: null, after: counted(result) })),
  )
  noteResults(
    db,
    run.id,
    pending.map(({ id }) => id),
  )
  return (await findResultOfCase(db, actor, testCaseId, testRunId)) as WritableResult
}
