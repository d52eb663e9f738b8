import { invalidField } from '#shared/errors.ts'
import type { SetResults } from '#shared/test-results/test-result.ts'
import type { RecordedResults } from '#shared/test-runs/test-run.ts'
import type { ActorContext } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { findMemberIds } from '../members/members.repository.ts'
import { refuseEndedRun } from '../test-runs/test-runs.service.ts'
import { findTestRun } from '../test-runs/test-runs.repository.ts'
import { updateAssignee } from './assignees.repository.ts'
import { findOutcomes } from './attempts.repository.ts'
import { isOutdated, valueOf } from './base-attempt.ts'
import { addByHand, isAddition, judgeByHand, kindByHand, saysNothing, verdictProblem } from './by-hand.ts'
import { refuse } from './bulk-targets.ts'
import { stepsProblem } from './judge-steps.ts'
import { type Entry, recordEntries } from './record-entries.ts'
import { findResultsBy, type ResultState } from './run-results.repository.ts'
import type { NewAttempt } from './test-results.rows.ts'

/**
 * Changes many results by hand, and who shall execute them, all or none. Omitted fields stay unchanged. Throws
 * BAD_REQUEST that names each verdict of a person on an automated case, CONFLICT that names each outdated entry.
 */
export async function setMany(ctx: ActorContext, input: SetResults): Promise<RecordedResults> {
  const { testRunId, assigneeId } = input
  const changes = input.results.map((change): Change =>
    change.assigneeId === undefined ? { ...change, assigneeId } : change,
  )
  refuse(
    changes,
    (change) =>
      saysNothing(change) &&
      change.assigneeId === undefined &&
      'Give a status, an actualValue, steps, notes, defects or an assigneeId',
    'BAD_REQUEST',
  )
  return await ctx.write({ testRun: testRunId }, async (db) => {
    const run = await findTestRun(db, ctx.actor, testRunId, 'run.record')
    refuseEndedRun(run.status)
    await refuseStrangers(db, run.project_id, input)
    const found = await findNamed(db, run.id, changes)
    // Pipelines give verdicts in bulk, too.
    if (ctx.actor.kind === 'user')
      refuse(changes, (change, index) => verdictProblem(found[index] as ResultState, change), 'BAD_REQUEST')
    refuse(changes, ({ steps }, index) => stepsProblem(found[index]?.step_count ?? 0, steps), 'BAD_REQUEST')
    const entries = await toEntries(db, found, changes)
    refuse(entries, (entry, index) => describeOutdated(entry, changes[index]?.baseAttempt), 'CONFLICT')
    const recorded = await recordEntries(db, ctx, run.id, entries)
    await assign(db, run.id, changes)
    return recorded
  })
}

type Change = SetResults['results'][number]

async function findNamed(db: Db, testRunId: string, changes: Change[]): Promise<ResultState[]> {
  const ids = changes.map(({ resultId }) => resultId)
  const found = new Map((await findResultsBy(db, testRunId, 'id', ids)).map((result) => [result.id, result]))
  refuse(ids, (id) => !found.has(id) && 'Test result not found', 'NOT_FOUND')
  const firstIndexes = new Map(ids.map((id, index) => [id, index] as const).toReversed())
  refuse(ids, (id, index) => firstIndexes.get(id) !== index && 'This result is named twice', 'BAD_REQUEST')
  return ids.map((id) => found.get(id) as ResultState)
}

async function toEntries(db: Db, results: ResultState[], changes: Change[]): Promise<Entry[]> {
  const added = changes.filter((change) => isAddition(change) && !saysNothing(change))
  const outcomes = await findOutcomes(
    db,
    added.map(({ resultId }) => resultId),
  )
  return results.map((result, index): Entry => {
    const change = changes[index] as Change
    const entry: Entry = { result, isNew: false, attempts: [], kind: 'set', indexes: [index] }
    if (saysNothing(change)) return entry
    const outcome = outcomes.get(result.id) as NewAttempt
    const attempt = isAddition(change) ? addByHand({ ...result, ...outcome }, change) : judgeByHand(result, change)
    return { ...entry, attempts: [attempt], kind: kindByHand(attempt, 'set') }
  })
}

function describeOutdated({ result, attempts: [attempt] }: Entry, base: Change['baseAttempt']): string | false {
  if (!attempt || !isOutdated(result, attempt, base)) return false
  return `Test result shows ${valueOf(result)} at attempt ${result.attempts}, not ${base}`
}

async function refuseStrangers(db: Db, projectId: string, { assigneeId, results }: SetResults): Promise<void> {
  const named = [assigneeId, ...results.map((entry) => entry.assigneeId)].filter((id) => id != null)
  if (named.length === 0) return
  const members = await findMemberIds(db, projectId, [...new Set(named)])
  const message = 'The assignee must be a member of this project'
  if (assigneeId != null && !members.has(assigneeId)) throw invalidField('assigneeId', message)
  refuse(
    results,
    ({ assigneeId: id }) => id != null && !members.has(id) && { path: ['assigneeId'], message },
    'BAD_REQUEST',
  )
}

async function assign(db: Db, testRunId: string, changes: Change[]): Promise<void> {
  const assigned = changes.filter(({ assigneeId }) => assigneeId !== undefined)
  for (const [assigneeId, group] of Map.groupBy(assigned, (change) => change.assigneeId as string | null)) {
    const ids = group.map(({ resultId }) => resultId)
    await updateAssignee(db, testRunId, ids, assigneeId)
  }
}
