import { DomainError } from '#shared/errors.ts'
import type { RunStatus } from '#shared/test-runs/test-run.ts'
import type { ActorContext } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { once } from '../http/idempotency.ts'
import { findTestRun } from '../test-runs/test-runs.repository.ts'

/** Throws CONFLICT for a run that takes no results any more. */
export function refuseEndedRun(status: RunStatus): void {
  if (status !== 'running') throw new DomainError('CONFLICT', 'Only running test runs accept results')
}

/** Records results in one transaction, once for each Idempotency-Key. */
export async function recordOnce<T>(
  ctx: ActorContext,
  call: string,
  input: { testRunId: string },
  work: (db: Db) => Promise<T>,
): Promise<T> {
  return await ctx.write({ testRun: input.testRunId }, async (db) => {
    if (ctx.request.idempotencyKey !== undefined) await findTestRun(db, ctx.actor, input.testRunId, 'run.record')
    return await once(db, ctx, [call, input], () => work(db))
  })
}
