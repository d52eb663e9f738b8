import type { ActorContext } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { once } from '../http/idempotency.ts'
import { findTestRun } from '../test-runs/test-runs.repository.ts'

/** Records results in one transaction, once per Idempotency-Key. */
export async function recordOnce<T>(
  ctx: ActorContext,
  call: string,
  input: { testRunId: string },
  work: (db: Db) => Promise<T>,
): Promise<T> {
  return await ctx.write({ testRun: input.testRunId }, async (db) => {
    // A stored response is returned only to callers who may still record.
    if (ctx.request.idempotencyKey !== undefined) await findTestRun(db, ctx.actor, input.testRunId, 'run.record')
    return await once(db, ctx, [call, input], () => work(db))
  })
}
