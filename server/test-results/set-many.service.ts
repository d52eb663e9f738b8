import { invalidField, type Issue } from '#shared/errors.ts'
import type { AnsweredEntry, SetResults } from '#shared/test-results/test-result.ts'
import { NAMED_CASES_MAX } from '#shared/notices/notice.ts'
import type { RecordedResults } from '#shared/test-runs/test-run.ts'
import { type Actor, actorUserId } from '../authorize.ts'
import type { ActorContext } from '../context.ts'
import { noteEvent } from '../database/changes.ts'
import type { Db } from '../database/databases.ts'
import { findMemberIds } from '../members/members.repository.ts'
import { refuseEndedRun } from '../test-runs/test-runs.service.ts'
import { findTestRun, type TestRunRow } from '../test-runs/test-runs.repository.ts'
import { listOthers, updateAssignee } from './assignees.repository.ts'
import { findOutcomes } from './attempts.repository.ts'
import { describeConflict, isOutdated, isRecorded, valueOf } from './base-attempt.ts'
import { addByHand, isAddition, judgeByHand, kindByHand, saysNothing, verdictProblem } from './by-hand.ts'
import { refuse } from './bulk-targets.ts'
import { stepsProblem } from './judge-steps.ts'
import { type Entry, recordEntries } from './record-entries.ts'
import { findResultsBy, type ResultState } from './run-results.repository.ts'
import { findResultRows } from './test-results.repository.ts'
import { type NewAttempt, type ShownOutcome, toTestResult } from './test-results.rows.ts'

/**
 * Changes many results by hand, and who shall execute them. Omitted fields stay unchanged. All or none: throws
 * BAD_REQUEST that names each verdict of a person on an automated case, CONFLICT that names each outdated entry. With
 * `answerEach` such entries are left out, and the answer names them.
 */
export async function setMany(ctx: ActorContext, input: SetResults): Promise<RecordedResults> {
  const { testRunId, assigneeId, answerEach } = input
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
    const { check, taken, refusals } = checks(changes, answerEach === true)
    const found = await findNamed(db, run.id, changes, check)
    const resultOf = ({ resultId }: Change) => found.get(resultId) as ResultState
    // Pipelines give verdicts in bulk, too.
    if (ctx.actor.kind === 'user') check((change) => verdictProblem(resultOf(change), change), 'BAD_REQUEST')
    check((change) => stepsProblem(resultOf(change).step_count, change.steps), 'BAD_REQUEST')
    const attempts = await toAttempts(db, ctx.actor, taken(), resultOf)
    check((change) => describeOutdated(resultOf(change), attempts.get(change), change.baseAttempt), 'CONFLICT')
    const recordable = taken()
    const entries = recordable.map((change, index) => toEntry(resultOf(change), attempts.get(change), index))
    const recorded = await recordEntries(db, ctx, run.id, entries)
    await assign(db, ctx.actor, run, recordable)
    return answerEach ? { ...recorded, entries: await answerEntries(db, run, changes, refusals) } : recorded
  })
}

type Change = SetResults['results'][number]
type Refusal = NonNullable<AnsweredEntry['refusal']>
type ProblemOf = (change: Change, index: number) => string | Issue | false
type Check = ReturnType<typeof checks>['check']

/** Checks changes one after the other. A problem refuses all of them, or, for `isEach`, only its own. */
function checks(changes: Change[], isEach: boolean) {
  const refusals = new Map<Change, Refusal>()
  const taken = () => changes.filter((change) => !refusals.has(change))
  const check = (problemOf: ProblemOf, code: 'BAD_REQUEST' | 'NOT_FOUND' | 'CONFLICT') => {
    if (!isEach) return refuse(changes, problemOf, code)
    for (const [index, change] of changes.entries()) {
      const problem = !refusals.has(change) && problemOf(change, index)
      if (problem) refusals.set(change, { code, message: typeof problem === 'string' ? problem : problem.message })
    }
  }
  return { check, taken, refusals }
}

async function findNamed(db: Db, testRunId: string, changes: Change[], check: Check) {
  const ids = changes.map(({ resultId }) => resultId)
  const found = new Map((await findResultsBy(db, testRunId, 'id', ids)).map((result) => [result.id, result]))
  check(({ resultId }) => !found.has(resultId) && 'Test result not found', 'NOT_FOUND')
  const firstIndexes = new Map(ids.map((id, index) => [id, index] as const).toReversed())
  check(({ resultId }, index) => firstIndexes.get(resultId) !== index && 'This result is named twice', 'BAD_REQUEST')
  return found
}

/** The attempts that the changes make. An assignment makes none, nor does what this actor has recorded already. */
async function toAttempts(db: Db, actor: Actor, changes: Change[], resultOf: (change: Change) => ResultState) {
  const telling = changes.filter((change) => !saysNothing(change))
  const outcomes = await findOutcomes(
    db,
    telling.filter(isAddition).map(({ resultId }) => resultId),
  )
  return new Map(
    telling.flatMap((change) => {
      const result = resultOf(change)
      const outcome = outcomes.get(result.id) as ShownOutcome
      const attempt = isAddition(change) ? addByHand({ ...result, ...outcome }, change) : judgeByHand(result, change)
      const isRepeat = isRecorded(result, attempt, change.baseAttempt, actorUserId(actor))
      return isRepeat ? [] : [[change, attempt] as const]
    }),
  )
}

const toEntry = (result: ResultState, attempt: NewAttempt | undefined, index: number): Entry => ({
  result,
  isNew: false,
  attempts: attempt ? [attempt] : [],
  kind: attempt ? kindByHand(attempt, 'set') : 'set',
  indexes: [index],
})

/** The results as they are now, and why entries were refused. */
async function answerEntries(
  db: Db,
  run: { id: string },
  changes: Change[],
  refusals: ReadonlyMap<Change, Refusal>,
): Promise<AnsweredEntry[]> {
  const ids = changes.map(({ resultId }) => resultId)
  const rows = await findResultRows(db, run, ids)
  return changes.map((change) => {
    const { resultId, baseAttempt } = change
    const row = rows.get(resultId)
    const refusal = refusals.get(change) ?? null
    const isConflict = row !== undefined && refusal?.code === 'CONFLICT'
    return {
      resultId,
      result: row ? toTestResult(row) : null,
      refusal: isConflict ? { ...refusal, message: describeConflict(row, baseAttempt as number) } : refusal,
    }
  })
}

function describeOutdated(
  result: ResultState,
  attempt: NewAttempt | undefined,
  base: Change['baseAttempt'],
): string | false {
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

/** People are told of what others assign to them. */
async function assign(db: Db, actor: Actor, run: TestRunRow, changes: Change[]): Promise<void> {
  const byUserId = actorUserId(actor)
  const assigned = changes.filter(({ assigneeId }) => assigneeId !== undefined)
  for (const [assigneeId, group] of Map.groupBy(assigned, (change) => change.assigneeId as string | null)) {
    const ids = group.map(({ resultId }) => resultId)
    if (assigneeId !== null && assigneeId !== byUserId) {
      const given = await listOthers(db, ids, assigneeId)
      const of = { projectId: run.project_id, testRunId: run.id }
      const resultIds = given.slice(0, NAMED_CASES_MAX)
      if (given.length > 0)
        noteEvent(db, { type: 'results.assigned', ...of, assigneeId, resultIds, count: given.length })
    }
    await updateAssignee(db, run.id, ids, assigneeId)
  }
}
