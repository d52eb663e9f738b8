import type { RecordResults } from '#shared/test-results/test-result.ts'
import type { RecordedResults } from '#shared/test-runs/test-run.ts'
import { noteScript } from '../arrivals/arrivals.service.ts'
import type { ActorContext } from '../context.ts'
import { refuseEndedRun } from '../test-runs/test-runs.service.ts'
import { findTestRun } from '../test-runs/test-runs.repository.ts'
import { toAttempt } from './attempt.ts'
import { findOutcomes } from './attempts.repository.ts'
import { addByHand, isAddition } from './by-hand.ts'
import { findTargets, refuse } from './bulk-targets.ts'
import { judgeSteps, stepsProblem } from './judge-steps.ts'
import { type Entry, recordEntries } from './record-entries.ts'
import { recordOnce } from './record-once.ts'
import type { ResultState } from './run-results.repository.ts'
import type { NewAttempt, ShownOutcome } from './test-results.rows.ts'

type Execution = RecordResults['results'][number]

/** Records executions of many cases, all or none. Throws NOT_FOUND that names each unknown case. */
export async function recordMany(ctx: ActorContext, input: RecordResults): Promise<RecordedResults> {
  const recorded = await recordAtDoor(ctx, input)
  await noteScript(ctx)
  return recorded
}

/** The same for a door, which notes arrivals as its own. */
export async function recordAtDoor(ctx: ActorContext, input: RecordResults): Promise<RecordedResults> {
  return await recordOnce(ctx, 'results', input, async (db) => {
    const run = await findTestRun(db, ctx.actor, input.testRunId, 'run.record')
    refuseEndedRun(run.status)
    const targets = await findTargets(db, run, input.results)
    refuse(
      input.results,
      ({ steps }, index) => stepsProblem(targets[index]?.result.step_count ?? 0, steps),
      'BAD_REQUEST',
    )
    const judged = targets.filter((_, index) => isOnlySteps(input.results[index] as Execution))
    const outcomes = await findOutcomes(
      db,
      judged.map(({ result }) => result.id),
    )
    const entries = new Map<string, Entry>()
    for (const [index, target] of targets.entries()) {
      const entry: Entry = entries.get(target.result.id) ?? { ...target, attempts: [], kind: 'executed', indexes: [] }
      const before = entry.attempts.at(-1) ?? outcomes.get(target.result.id)
      entry.attempts.push(toExecution(entry.result, before, input.results[index] as Execution))
      entry.indexes.push(index)
      entries.set(target.result.id, entry)
    }
    return await recordEntries(db, ctx, run.id, [...entries.values()])
  })
}

const isOnlySteps = (execution: Execution): boolean =>
  isAddition(execution) && !execution.errorMessage && Boolean(execution.steps?.length)

/** `before`: the state of the result; undefined if there is none, or if the execution does not depend on it. */
function toExecution(result: ResultState, before: ShownOutcome | undefined, execution: Execution): NewAttempt {
  const { status, steps } = execution
  if (isOnlySteps(execution)) return addByHand({ ...result, ...(before ?? toAttempt(result, {})) }, execution)
  const isByHand = status != null && status !== 'pending' && result.snapshot_type === 'manual'
  return {
    ...toAttempt(result, execution),
    is_status_by_hand: isByHand ? 1 : 0,
    steps: steps?.length ? judgeSteps({ ...result, ...before }, steps).steps : null,
  }
}
