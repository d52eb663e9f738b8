import type { ActorContext } from '../context.ts'
import { folding } from './fold.ts'
import type { Plan } from './plan.ts'

/** A read waits at most so long for the folding of changes. The background does the rest. */
const PATIENCE_MS = 500

/** Folds the changes of a project. Returns the runs that are left, as after a large report or an upgrade. */
export async function catchUp(ctx: ActorContext, projectId: string): Promise<Plan> {
  const end = performance.now() + PATIENCE_MS
  let left: Plan | undefined
  try {
    for await (const plan of folding(ctx, projectId)) {
      left = plan
      if (performance.now() >= end) break
    }
  } catch (error) {
    // A full disk stops writes, not reads.
    if (!left) throw error
    ctx.log.error({ err: error, projectId }, 'could not fold results for the quality of a project')
  }
  return left as Plan
}
