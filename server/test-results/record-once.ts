import type { ActorContext } from '../context.ts'
import type { Db } from '../database/databases.ts'
import type { Batch } from '../database/writer.ts'
import { once } from '../http/idempotency.ts'
import { findTestRun } from '../test-runs/test-runs.repository.ts'

/** Records results in one transaction, once per Idempotency-Key. Without a key they may be recorded with others. */
export async function recordOnce<T>(
  ctx: ActorContext,
  call: string,
  input: { testRunId: string },
  work: (db: Db) => Promise<T>,
  batch?: Batch<any, T>,
): Promise<T> {
  const scope = { testRun: input.testRunId }
  // A key is read after the permission: a stranger does not learn that it is too long.
  if (ctx.request.idempotencyKey === undefined) return await ctx.write(scope, work, batch)
  return await ctx.write(scope, async (db) => {
    // A stored response is returned only to callers who may still record.
    await findTestRun(db, ctx.actor, input.testRunId, 'run.record')
    return await once(db, ctx, [call, input], () => work(db))
  })
}
