import type { Db } from '../database/databases.ts'
import { deleteFolded, listDependent, listLost, readFoldedText, updateFolded } from './fold.repository.ts'
import { CASES_PER_STEP, countNewOf, foldRun, type Rest, uncountAfter, type Work } from './fold-run.ts'
import { readFolded, tailOf, writeFolded } from './folded-text.ts'
import { isDone, type Plan, readPlan } from './plan.ts'
import { recompute } from './recompute.ts'
import type { FoldedRun } from './window.repository.ts'

const COUNTED_PER_STEP = 10

export type Step = {
  /** The plan before the step. If it is done, nothing was left. */
  plan: Plan
  /** For the next step. */
  rest?: Rest
}

/** Folds a part of what has changed. `last` is the step before, if this process made it. */
export async function foldSome(db: Db, projectId: string, last?: Step): Promise<Step> {
  const plan = await readPlan(db, projectId)
  const work = { ...plan, projectId }
  const [stale] = plan.stale
  const [gone] = plan.gone
  if (stale) return { plan, rest: await foldRun(db, work, stale, last?.rest) }
  if (gone) await takeOut(db, work, gone)
  else if (plan.hasLost) await findLost(db, work)
  else if (!isDone(plan)) await countNew(db, work)
  return { plan }
}

/** Removes the results of a run that no longer counts from the cases that depend on it. */
async function takeOut(db: Db, work: Work, gone: FoldedRun): Promise<void> {
  const folded = readFolded(await readFoldedText(db, gone.id))
  const dependent = await listDependent(db, { projectId: work.projectId, testRunId: gone.id })
  const ids = dependent.map(({ test_case_id }) => test_case_id).filter((id) => folded.has(tailOf(id)))
  const part = ids.slice(0, CASES_PER_STEP)
  await recompute(db, work, part)
  for (const id of part) folded.delete(tailOf(id))
  if (part.length < ids.length) await updateFolded(db, [gone.id], { results: writeFolded(folded) })
  else await deleteFolded(db, gone.id)
  await uncountAfter(db, work, [gone])
}

async function findLost(db: Db, work: Work): Promise<void> {
  const lost = await listLost(db, { projectId: work.projectId, limit: CASES_PER_STEP })
  await recompute(
    db,
    work,
    lost.map((row) => row.test_case_id),
  )
}

async function countNew(db: Db, work: Work): Promise<void> {
  for (const run of work.uncounted.slice(0, COUNTED_PER_STEP))
    await updateFolded(db, [run.id], { new_failures: await countNewOf(db, work, run) })
}
