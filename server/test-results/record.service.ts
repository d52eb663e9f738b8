import { invalidField, type Issue, notFound } from '#shared/errors.ts'
import { type Execute, type ExecuteManual, type SetResultValue, TestResult } from '#shared/test-results/test-result.ts'
import { noteScript } from '../arrivals/arrivals.service.ts'
import { type Actor, authorize, refOf } from '../authorize.ts'
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
import { recordAttempts, type Recording } from './record-attempts.ts'
import { recordOnce } from './record-once.ts'
import { insertPendingResults, targetsOfCases } from './run-results.repository.ts'
import { findResultsOfCases, findTestResult } from './test-results.repository.ts'
import { type NewAttempt, toTestResult, type WritableResult } from './test-results.rows.ts'

export async function execute(ctx: ActorContext, input: Execute): Promise<TestResult> {
  const execution: Execution = { actor: ctx.actor, input }
  const record = async (db: Db) => (await recordExecutions(db, [execution]))[0] as TestResult
  const key = JSON.stringify(['execute', input.testRunId, refOf(ctx.actor)])
  const recorded = await recordOnce(ctx, 'execute', input, record, { key, input: execution, work: recordExecutions })
  await noteScript(ctx)
  return await completeKept(ctx, recorded)
}

/** An answer that an earlier version kept may lack fields: the result as it is now. */
async function completeKept({ db, actor, reply }: ActorContext, result: TestResult): Promise<TestResult> {
  if (!reply.isRepeated || TestResult.safeParse(result).success) return result
  return toTestResult(await findTestResult(db, actor, result.id, 'run.record'))
}

type Execution = { actor: Actor; input: Execute }

/** Records executions in one run. Their actors have one role there, but their tokens may differ. */
async function recordExecutions(db: Db, executions: Execution[]): Promise<TestResult[]> {
  const { actor, input } = executions[0] as Execution
  const { testRunId } = input
  const caseIds = executions.map(({ input: { id } }) => id)
  const found = await resultsToRecord(db, actor, testRunId, caseIds)
  const recordings = new Map<string, Recording & { result: WritableResult }>()
  const places = executions.map(({ actor, input }) => {
    const result = authorize(actor, found.get(input.id), 'run.record', 'Test run')
    const recording = recordings.get(input.id) ?? { result, isNew: false, attempts: [], kind: 'executed' }
    recordings.set(input.id, recording)
    return { ...recording, at: recording.attempts.push(toAttempt(result, input)) - 1, actor }
  })
  const all = [...recordings.values()]
  const shown = await recordAttempts(db, actor, testRunId, all)
  const shownOf = new Map(all.map(({ result }, index) => [result.id, shown[index]]))
  return places.map(({ actor, result, at }) => toRecorded(actor, result, shownOf.get(result.id)?.[at]))
}

/** Records what a person saw. Throws CONFLICT if the result has changed since `baseAttempt`. */
export async function executeManual(ctx: ActorContext, input: ExecuteManual): Promise<TestResult> {
  const said = { ...input, actualValue: input.actualValue || undefined }
  if (saysNothing(said) || (input.actualValue === '' && input.status == null)) throw nothingSaid()
  const recorded = await recordOnce(ctx, 'execute-manual', input, async (db) => {
    const results = await resultsToRecord(db, ctx.actor, input.testRunId, [input.id])
    const result = results.get(input.id) as WritableResult
    if (result.snapshot_type === 'auto') throw invalidField('id', 'An automated test case cannot be executed by hand')
    refuseField(stepsProblem(result.step_count, said.steps))
    if (isAddition(said)) return await recordByHand(db, ctx.actor, result, said, 'set')
    // Another execution starts without a value, notes and defects.
    const { actualValue = null, notes = null, defects = null } = said
    return await recordByHand(db, ctx.actor, result, { ...said, actualValue, notes, defects }, 'executed')
  })
  return await completeKept(ctx, recorded)
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
  return toRecorded(actor, result, shown)
}

function toRecorded(actor: Actor, result: WritableResult, shown: Shown | undefined): TestResult {
  const executed_by_name = actor.kind === 'user' ? actor.user.name : null
  return toTestResult({ ...result, ...(shown as Shown), executed_by_name })
}

/** The results of cases in a running run, by case id. Cases made after the run started join the run. */
async function resultsToRecord(
  db: Db,
  actor: Actor,
  testRunId: string,
  caseIds: string[],
): Promise<Map<string, WritableResult>> {
  let results = await findResultsOfCases(db, actor, testRunId, caseIds)
  const missing = caseIds.filter((id) => !results.has(id))
  if (missing.length > 0) {
    await joinRun(db, actor, testRunId, missing)
    results = await findResultsOfCases(db, actor, testRunId, caseIds)
  }
  for (const { run_status } of results.values()) refuseEndedRun(run_status)
  return results
}

/** Throws NOT_FOUND for an unknown case. */
async function joinRun(db: Db, actor: Actor, testRunId: string, caseIds: string[]): Promise<void> {
  const run = await findTestRun(db, actor, testRunId, 'run.record')
  const cases = await findCasesById(db, run.project_id, caseIds)
  if (cases.length < new Set(caseIds).size) throw notFound('Test case')
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
}
