import type { ActorContext } from '../context.ts'
import { isDone, type Plan, readPlan } from './plan.ts'

/** A read waits at most so long for the folding of changes. The background does the rest. */
const PATIENCE_MS = 500

/** Folds the changes of a project. Returns the runs that are left, as after a large report or an upgrade. */
export async function catchUp({ db, quality }: ActorContext, projectId: string): Promise<Plan> {
  const end = performance.now() + PATIENCE_MS
  let plan = await readPlan(db, projectId)
  // Twice: a fold that was about to end may have missed the last change.
  for (let tries = 0; tries < 2 && !isDone(plan) && performance.now() < end; tries++) {
    await quality.fold(projectId, end - performance.now())
    plan = await readPlan(db, projectId)
  }
  return plan
}
