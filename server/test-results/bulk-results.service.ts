import type { RecordedResult, RecordResults, SetResults } from '#shared/test-results/test-result.ts'
import type { RecordedResults } from '#shared/test-runs/test-run.ts'
import type { ActorContext } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { findTestRun, refuseEndedRun, toTestRun } from '../test-runs/test-runs.service.ts'
import { type Shown, toAttempt } from './attempt.ts'
import { isOutdated, valueOf } from './base-attempt.ts'
import { findTargets, refuse } from './bulk-targets.ts'
import { recordAttempts, type Recording } from './record-attempts.ts'
import { recordOnce } from './record-once.ts'
import { findResultsBy, type ResultState } from './run-results.repository.ts'

/** The attempts of one result, each with its index in the request. */
type Entry = Recording & { indexes: number[] }

/** Records executions of many cases, all or none. Throws NOT_FOUND that names each unknown case. */
export async function recordResults(ctx: ActorContext, input: RecordResults): Promise<RecordedResults> {
  return await recordOnce(ctx, 'results', input, async (db) => {
    const run = await findTestRun(db, ctx.actor, input.testRunId, 'run.record')
    refuseEndedRun(run.status)
    const entries = new Map<string, Entry>()
    for (const [index, target] of (await findTargets(db, run, input.results)).entries()) {
      const entry: Entry = entries.get(target.result.id) ?? { ...target, attempts: [], kind: 'executed', indexes: [] }
      entry.attempts.push(toAttempt(entry.result, input.results[index] ?? {}))
      entry.indexes.push(index)
      entries.set(target.result.id, entry)
    }
    return await record(db, ctx, run.id, [...entries.values()])
  })
}

/**
 * Sets statuses or values of many results, all or none. Omitted fields stay unchanged. Throws CONFLICT that names each
 * outdated entry.
 */
export async function setResults(ctx: ActorContext, input: SetResults): Promise<RecordedResults> {
  refuse(input.results, (entry) => !isChange(entry) && 'Give a status, an actualValue or notes', 'BAD_REQUEST')
  return await ctx.write({ testRun: input.testRunId }, async (db) => {
    const run = await findTestRun(db, ctx.actor, input.testRunId, 'run.record')
    refuseEndedRun(run.status)
    const ids = input.results.map(({ resultId }) => resultId)
    const found = new Map((await findResultsBy(db, run.id, 'id', ids)).map((result) => [result.id, result]))
    refuse(ids, (id) => !found.has(id) && 'Test result not found', 'NOT_FOUND')
    const firstIndexes = new Map(ids.map((id, index) => [id, index] as const).toReversed())
    refuse(ids, (id, index) => firstIndexes.get(id) !== index && 'This result is named twice', 'BAD_REQUEST')
    const entries = input.results.map((entry, index) => toEntry(found.get(entry.resultId) as ResultState, entry, index))
    refuse(entries, (entry, index) => describeOutdated(entry, input.results[index]?.baseAttempt), 'CONFLICT')
    return await record(db, ctx, run.id, entries)
  })
}

type Change = SetResults['results'][number]

const isChange = ({ status, actualValue, notes }: Change) =>
  status != null || actualValue !== undefined || notes !== undefined

function toEntry(
  result: ResultState,
  { status, actualValue = result.actual_value, notes = result.notes }: Change,
  index: number,
): Entry {
  const isTakenBack = status == null && !actualValue
  const attempt = toAttempt(result, { status, actualValue: actualValue || null, notes })
  return { result, isNew: false, attempts: [attempt], kind: isTakenBack ? 'taken back' : 'set', indexes: [index] }
}

function describeOutdated({ result, attempts: [attempt] }: Entry, base: Change['baseAttempt']): string | false {
  if (!attempt || !isOutdated(result, attempt, base)) return false
  return `Test result shows ${valueOf(result)} at attempt ${result.attempts}, not ${base}`
}

async function record(db: Db, { actor }: ActorContext, testRunId: string, entries: Entry[]): Promise<RecordedResults> {
  const shown = await recordAttempts(db, actor, testRunId, entries)
  const results: RecordedResult[] = []
  for (const [at, { result, indexes }] of entries.entries())
    for (const [attempt, index] of indexes.entries()) results[index] = toRecorded(result, shown[at]?.[attempt] as Shown)
  const { summary } = toTestRun(await findTestRun(db, actor, testRunId, 'run.record'))
  return { summary, results }
}

function toRecorded({ id, test_case_id }: ResultState, { status, attempts, flaky }: Shown): RecordedResult {
  return { resultId: id, testCaseId: test_case_id, status, attempts, flaky: flaky === 1 }
}
