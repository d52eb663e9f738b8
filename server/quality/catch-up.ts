import type { ActorContext } from '../context.ts'
import { isDone, type Plan, readPlan } from './plan.ts'

/** Folds the changes of a project. Returns the runs that are left, as after a large report or an upgrade. */
export async function catchUp({ db, quality }: ActorContext, projectId: string): Promise<Plan> {
  const plan = await readPlan(db, projectId)
  if (isDone(plan)) return plan
  await quality.catchUp(projectId)
  return await readPlan(db, projectId)
}
