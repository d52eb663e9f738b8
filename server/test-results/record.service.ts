import { invalidField, type Issue, notFound } from '#shared/errors.ts'
import type { Execute, ExecuteManual, SetResultValue, TestResult } from '#shared/test-results/test-result.ts'
import { noteScript } from '../arrivals/arrivals.service.ts'
import type { Actor } from '../authorize.ts'
import type { ActorContext } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { noteResults } from '../database/changes.ts'
import { refuseChanged } from '../http/entity-tags.ts'
import { findCasesById } from '../test-cases/case-lookup.repository.ts'
import { refuseEndedRun } from '../test-runs/test-runs.service.ts'
import { findTestRun } from '../test-runs/test-runs.repository.ts'
import { updateSummary } from '../test-runs/summary.repository.ts'
import { type AttemptKind, counted, type Shown, toAttempt } from './attempt.ts'
import { refuseOutdated } from './base-attempt.ts'
import { addByHand, type ByHand, isAddition, judgeByHand, kindByHand, saysNothing, verdictProblem } from './by-hand.ts'
import { stepsProblem } from './judge-steps.ts'
import { recordAttempts } from './record-attempts.ts'
import { recordOnce } from './record-once.ts'
import { insertPendingResults, targetsOfCases } from './run-results.repository.ts'
import { findResultOfCase, findTestResult } from './test-results.repository.ts'
import { type NewAttempt, toTestResult, type WritableResult } from './test-results.rows.ts'

export async function execute(ctx: ActorContext, input: Execute): Promise<TestResult> {
  const recorded = await recordOnce(ctx, 'execute', input, async (db) => {
    const result = await resultToRecord(db, ctx.actor, input.id, input.testRunId)
    return await recordAttempt(db, ctx.actor, result, toAttempt(result, input), 'executed')
  })
  await noteScript(ctx)
  return recorded
}

/** Records what a person saw. Throws CONFLICT if the result has changed since `baseAttempt`. */
export async function executeManual(ctx: ActorContext, input: ExecuteManual): Promise<TestResult> {
  const said = { ...input, actualValue: input.actualValue || undefined }
  if (saysNothing(said) || (input.actualValue === '' && input.status == null)) throw nothingSaid()
  return await recordOnce(ctx, 'execute-manual', input, async (db) => {
    const result = await resultToRecord(db, ctx.actor, input.id, input.testRunId)
    if (result.snapshot_type === 'auto') throw invalidField('id', 'An automated test case cannot be executed by hand')
    refuseField(stepsProblem(result.step_count, said.steps))
    if (isAddition(said)) return await recordByHand(db, ctx.actor, result, said, 'set')
    // Another execution starts without a value, notes and defects.
    const { actualValue = null, notes = null, defects = null } = said
    return await recordByHand(db, ctx.actor, result, { ...said, actualValue, notes, defects }, 'executed')
  })
}

/** Changes a result by hand, or removes its verdict. Throws CONFLICT if it has changed since `baseAttempt`. */
export async function setResultValue(ctx: ActorContext, { resultId, ...change }: SetResultValue): Promise<TestResult> {
  if (saysNothing(change)) throw nothingSaid()
  return await ctx.write({ testResult: resultId }, async (db) => {
    const result = await findTestResult(db, ctx.actor, resultId, 'run.record')
    refuseChanged(ctx, toTestResult(result), 'test result')
    refuseEndedRun(result.run_status)
    refuseField(verdictProblem(result, change))
    refuseField(stepsProblem(result.step_count, change.steps))
    return await recordByHand(db, ctx.actor, result, change, 'set')
  })
}

const nothingSaid = () => invalidField('actualValue', 'Actual value is required')

function refuseField(problem: Issue | false): void {
  if (problem) throw invalidField(problem.path, problem.message)
}

async function recordByHand(
  db: Db,
  actor: Actor,
  result: WritableResult,
  said: ByHand & { baseAttempt?: number | null | undefined },
  kind: 'executed' | 'set',
): Promise<TestResult> {
  const attempt = isAddition(said) ? addByHand(result, said) : judgeByHand(result, said)
  refuseOutdated(result, attempt, said.baseAttempt)
  return await recordAttempt(db, actor, result, attempt, kindByHand(attempt, kind))
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
