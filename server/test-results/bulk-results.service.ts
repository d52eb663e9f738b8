import { DomainError } from '#shared/errors.ts'
import type { RecordedResult, RecordResults, SetResults } from '#shared/test-results/test-result.ts'
import type { RecordedResults } from '#shared/test-runs/test-run.ts'
import type { Actor, Authorized } from '../authorize.ts'
import type { ActorContext } from '../context.ts'
import type { Db } from '../db.ts'
import { addToSummary, findTestRun, type FoundRun, toTestRun } from '../test-runs/test-runs.repository.ts'
import { type BatchEntry, findResultsById, insertAttempts, type Shown } from './batch.repository.ts'
import { findTargets, refuse } from './bulk-targets.ts'
import { recordOnce, refuseEndedRun } from './record-once.ts'
import { toAttempt } from './recording.ts'

type WritableRun = Authorized<FoundRun, 'run.record'>

/** Records executions of many cases: all of them, or none. Throws NOT_FOUND that names each unknown case. */
export async function recordResults(ctx: ActorContext, input: RecordResults): Promise<RecordedResults> {
  return await recordOnce(ctx, 'results', input, async (db) => {
    const run = await findTestRun(db, ctx.actor, input.testRunId, 'run.record')
    refuseEndedRun(run.status)
    const entries = new Map<string, Placed>()
    for (const [place, target] of (await findTargets(db, run, input.results)).entries()) {
      const entry = entries.get(target.result.id) ?? { ...target, attempts: [], places: [] }
      entry.attempts.push(toAttempt(entry.result, input.results[place] ?? {}))
      entry.places.push(place)
      entries.set(target.result.id, entry)
    }
    return await record(db, ctx.actor, run, [...entries.values()], 'executed')
  })
}

/** Sets the same status or value of many results: of all of them, or of none. Without a value the present one stays. */
export async function setResults(ctx: ActorContext, input: SetResults): Promise<RecordedResults> {
  const { status, actualValue, notes } = input
  if (status == null && actualValue === undefined && notes === undefined)
    throw new DomainError('BAD_REQUEST', 'Give a status, an actualValue or notes')
  return await ctx.write(async (db) => {
    const run = await findTestRun(db, ctx.actor, input.testRunId, 'run.record')
    refuseEndedRun(run.status)
    const ids = [...new Set(input.resultIds)]
    const found = new Map((await findResultsById(db, run.id, ids)).map((result) => [result.id, result]))
    refuse(input.resultIds.flatMap((id, index) => (found.has(id) ? [] : [{ path: ['resultIds', index], message: 'Test result not found' }])))
    const isTakenBack = status == null && (actualValue === null || actualValue === '')
    const entries = ids.map((id, index) => {
      const result = found.get(id) as BatchEntry['result']
      const value = actualValue === undefined ? result.actual_value : actualValue || null
      const attempt = toAttempt(result, { status, actualValue: value, notes: notes === undefined ? result.notes : notes })
      return { result, isNew: false, attempts: [attempt], places: [index] }
    })
    return await record(db, ctx.actor, run, entries, isTakenBack ? 'taken back' : 'set')
  })
}

type Placed = BatchEntry & { places: number[] }

async function record(
  db: Db,
  actor: Actor,
  run: WritableRun,
  entries: Placed[],
  recording: 'executed' | 'set' | 'taken back',
): Promise<RecordedResults> {
  const { shown, change } = await insertAttempts(db, actor, entries, recording)
  await addToSummary(db, { testRunId: run.id, ...change })
  const results: RecordedResult[] = []
  for (const [index, { result, places }] of entries.entries())
    for (const [attempt, place] of places.entries()) results[place] = toRecorded(result, shown[index]?.[attempt] as Shown)
  const { summary } = toTestRun(await findTestRun(db, actor, run.id, 'run.record'))
  return { summary, results }
}

function toRecorded({ id, test_case_id }: BatchEntry['result'], { status, attempts, flaky }: Shown): RecordedResult {
  return { resultId: id, testCaseId: test_case_id, status, attempts, flaky: flaky === 1 }
}
