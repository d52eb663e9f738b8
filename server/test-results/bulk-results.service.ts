import type { Issue } from '#shared/errors.ts'
import type { RecordedResult, RecordResults, SetResults } from '#shared/test-results/test-result.ts'
import type { RecordedResults } from '#shared/test-runs/test-run.ts'
import type { Actor, Authorized } from '../authorize.ts'
import type { ActorContext } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { addToSummary, findTestRun, type FoundRun, toTestRun } from '../test-runs/test-runs.repository.ts'
import { isOutdated, valueOf } from './base-attempt.ts'
import { type BatchEntry, findResultsById, insertAttempts, type ResultState, type Shown } from './batch.repository.ts'
import { findTargets, issue, refuse } from './bulk-targets.ts'
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
      const entry: Placed = entries.get(target.result.id) ?? {
        ...target,
        attempts: [],
        recording: 'executed',
        places: [],
      }
      entry.attempts.push(toAttempt(entry.result, input.results[place] ?? {}))
      entry.places.push(place)
      entries.set(target.result.id, entry)
    }
    return await record(db, ctx.actor, run, [...entries.values()])
  })
}

/**
 * Sets statuses or values of many results: of all of them, or of none. What is left out stays as it is. Throws
 * CONFLICT that names each entry based on an attempt that is not the last one.
 */
export async function setResults(ctx: ActorContext, input: SetResults): Promise<RecordedResults> {
  refuse(
    input.results.flatMap((entry, place) =>
      isChange(entry) ? [] : [issue(place, 'Give a status, an actualValue or notes')],
    ),
    'BAD_REQUEST',
  )
  return await ctx.write({ testRun: input.testRunId }, async (db) => {
    const run = await findTestRun(db, ctx.actor, input.testRunId, 'run.record')
    refuseEndedRun(run.status)
    const ids = input.results.map(({ resultId }) => resultId)
    const found = new Map((await findResultsById(db, run.id, ids)).map((result) => [result.id, result]))
    refuse(ids.flatMap((id, place) => (found.has(id) ? [] : [issue(place, 'Test result not found')])))
    const firstPlaces = new Map(ids.map((id, place) => [id, place] as const).toReversed())
    refuse(
      ids.flatMap((id, place) => (firstPlaces.get(id) === place ? [] : [issue(place, 'This result is named twice')])),
      'BAD_REQUEST',
    )
    const entries = input.results.map((entry, place) => toEntry(found.get(entry.resultId) as ResultState, entry, place))
    refuse(
      entries.flatMap((entry, place) => outdated(entry, place, input.results[place]?.baseAttempt)),
      'CONFLICT',
    )
    return await record(db, ctx.actor, run, entries)
  })
}

type Change = SetResults['results'][number]

const isChange = ({ status, actualValue, notes }: Change) =>
  status != null || actualValue !== undefined || notes !== undefined

function toEntry(
  result: ResultState,
  { status, actualValue = result.actual_value, notes = result.notes }: Change,
  place: number,
): Placed {
  const isTakenBack = status == null && !actualValue
  const attempt = toAttempt(result, { status, actualValue: actualValue || null, notes })
  return { result, isNew: false, attempts: [attempt], recording: isTakenBack ? 'taken back' : 'set', places: [place] }
}

function outdated({ result, attempts }: Placed, place: number, base: Change['baseAttempt']): Issue[] {
  if (!attempts[0] || !isOutdated(result, attempts[0], base)) return []
  return [issue(place, `Test result shows ${valueOf(result)} at attempt ${result.attempts}, not ${base}`)]
}

type Placed = BatchEntry & { places: number[] }

async function record(db: Db, actor: Actor, run: WritableRun, entries: Placed[]): Promise<RecordedResults> {
  const { shown, change } = await insertAttempts(db, actor, entries)
  await addToSummary(db, { testRunId: run.id, ...change })
  const results: RecordedResult[] = []
  for (const [index, { result, places }] of entries.entries())
    for (const [attempt, place] of places.entries())
      results[place] = toRecorded(result, shown[index]?.[attempt] as Shown)
  const { summary } = toTestRun(await findTestRun(db, actor, run.id, 'run.record'))
  return { summary, results }
}

function toRecorded({ id, test_case_id }: ResultState, { status, attempts, flaky }: Shown): RecordedResult {
  return { resultId: id, testCaseId: test_case_id, status, attempts, flaky: flaky === 1 }
}
