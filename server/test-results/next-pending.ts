import { notFound } from '#shared/errors.ts'
import type { FindNextPending, NextPending } from '#shared/test-results/match.ts'
import type { ActorContext } from '../context.ts'
import { findTestRun } from '../test-runs/test-runs.repository.ts'
import { countBefore, findPending, findPlace } from './next-pending.repository.ts'
import { listResults, ofRun } from './test-results.repository.ts'

/** The first pending result after another one, or else the first of the run; null if none is pending. */
export async function findNextPending(
  { db, actor }: ActorContext,
  { testRunId, after }: FindNextPending,
): Promise<NextPending | null> {
  const run = await findTestRun(db, actor, testRunId, 'project.read')
  const start = after === undefined ? undefined : await findPlace(db, run, after)
  if (after !== undefined && !start) throw notFound('Test result')
  const next = (start && (await findPending(db, run, start))) ?? (await findPending(db, run))
  if (!next) return null
  const [result] = await listResults(db, ofRun(db, run, { ids: [next.id] }))
  return result ? { suiteId: next.test_suite_id, position: await countBefore(db, run, next), result } : null
}
