import { DomainError } from '#shared/errors.ts'
import type { TestRunInput } from '#shared/test-runs/test-run.ts'
import { actorUserId } from '../authorize.ts'
import type { ActorContext } from '../context.ts'
import { removeSomeOf } from '../deletions/removal.ts'
import { hideRun } from './run-writes.repository.ts'
import { auditDeletion } from './test-runs.service.ts'
import { hasAttempts } from './selection.repository.ts'
import { findTestRun, hasUnfinishedReport } from './test-runs.repository.ts'

/** Takes back a run that the caller started and in which nothing is recorded: a harness that fails at its start does. */
export async function discardRun(ctx: ActorContext, { testRunId }: TestRunInput): Promise<void> {
  await ctx.write({ testRun: testRunId }, async (db) => {
    const run = await findTestRun(db, ctx.actor, testRunId, 'run.discard')
    if (run.created_by !== actorUserId(ctx.actor))
      throw new DomainError('FORBIDDEN', 'Only its starter may take back a test run')
    if ((await hasAttempts(db, run.id)) || (await hasUnfinishedReport(db, run)))
      throw new DomainError('CONFLICT', 'The test run has results. Only a member of the project may delete it')
    await hideRun(db, run)
    await auditDeletion(db, ctx, run)
    await removeSomeOf(db, { testRun: run.id })
  })
  ctx.trash.wake()
}
