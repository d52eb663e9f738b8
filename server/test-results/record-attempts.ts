import { type Actor, actorUserId } from '../authorize.ts'
import type { Db } from '../database/databases.ts'
import { noteResults } from '../database/changes.ts'
import { updateSummary } from '../test-runs/summary.repository.ts'
import { type AttemptKind, afterAttempt, counted, type Shown } from './attempt.ts'
import { insertAttempts, upsertResults } from './attempts.repository.ts'
import type { Target } from './run-results.repository.ts'
import type { NewAttempt } from './test-results.rows.ts'

/** Attempts to add to one result, oldest first. */
export type Recording = Target & { attempts: NewAttempt[]; kind: AttemptKind }

/**
 * Records attempts in one run, one entry per result: inserts the attempts, updates the results to the newest, and
 * updates the summary of the run. Returns the states of each result after its attempts.
 */
export async function recordAttempts(
  db: Db,
  actor: Actor,
  testRunId: string,
  recordings: Recording[],
): Promise<Shown[][]> {
  const by = { executed_at: new Date().toISOString(), executed_by: actorUserId(actor) }
  const shown = recordings.map(({ result, attempts, kind }) => {
    const states: Shown[] = []
    for (const attempt of attempts) states.push(afterAttempt(states.at(-1) ?? result, attempt, by, kind))
    return states
  })
  const newest = recordings.map(({ result }, index) => ({ ...result, ...(shown[index]?.at(-1) as Shown) }))
  await upsertResults(db, newest)
  await insertAttempts(
    db,
    recordings.flatMap(({ result, attempts }) =>
      attempts.map((attempt, index) => ({
        ...attempt,
        ...by,
        test_result_id: result.id,
        number: result.attempts + index + 1,
        test_report_id: null,
        reported_test: null,
      })),
    ),
  )
  const changes = recordings.map(({ result, isNew }, index) => ({
    before: isNew ? null : counted(result),
    after: counted(newest[index] as Shown),
  }))
  await updateSummary(db, testRunId, changes)
  noteResults(
    db,
    testRunId,
    recordings.flatMap(({ result, attempts }) => attempts.map(() => result.id)),
  )
  return shown
}
