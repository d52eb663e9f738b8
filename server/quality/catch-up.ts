import type { ActorContext } from '../context.ts'
import { foldSome } from './fold.ts'
import type { Rest } from './fold-run.ts'
import { isDone, type Plan, readPlan } from './plan.ts'

/** A read waits at most so long for the folding of changes. The background does the rest. */
const PATIENCE_MS = 500

/** Folds the changes of a project. Returns the runs that are left, as after a large report or an upgrade. */
export async function catchUp({ db, write, log }: ActorContext, projectId: string): Promise<Plan> {
  const end = performance.now() + PATIENCE_MS
  let plan = await readPlan(db, projectId)
  let rest: Rest | undefined
  try {
    while (!isDone(plan) && performance.now() < end) {
      rest = await write({ project: projectId }, async (within) => await foldSome(within, projectId, rest))
      plan = await readPlan(db, projectId)
    }
  } catch (error) {
    // A full disk stops writes, not reads.
    log.error({ err: error, projectId }, 'could not fold results for the quality of a project')
  }
  return plan
}
