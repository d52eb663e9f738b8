import type { Db } from '../database/databases.ts'
import { deleteFolded, listDependent, readFoldedText, updateFolded } from './fold.repository.ts'
import { addRuns, CASES_PER_STEP, countNewOf, foldRun, GONE, type Rest, uncountAfter, type Work } from './fold-run.ts'
import { isDone, type Plan, readPlan } from './plan.ts'
import { recompute } from './recompute.ts'
import { type FoldedRun, listLost } from './window.repository.ts'

const COUNTED_PER_STEP = 10

export type Step = {
  /** The plan before the step. If it is done, nothing was left. */
  plan: Plan
  rest?: Rest
}

/** Folds a part of what has changed. `last` is the step before, if this process made it. */
export async function foldSome(db: Db, projectId: string, last?: Step): Promise<Step> {
  const plan = await readPlan(db, projectId)
  const work = await addRuns(db, { ...plan, projectId })
  const [stale] = plan.stale
  const [gone] = plan.gone
  if (stale) return { plan, rest: await foldRun(db, work, stale, last?.rest) }
  if (gone) await takeOut(db, work, gone)
  else if (plan.hasLost) await findLost(db, work)
  else if (!isDone(plan)) await countNew(db, work)
  return { plan }
}

/** Computes the cases again that depend on a run that no longer counts. */
async function takeOut(db: Db, work: Work, gone: FoldedRun): Promise<void> {
  // The text of the run becomes the last case that is done.
  const after = gone.version === GONE ? await readFoldedText(db, gone.id) : ''
  const of = { projectId: work.projectId, testRunId: gone.id }
  const ids = await listDependent(db, { ...of, after, limit: CASES_PER_STEP })
  await recompute(db, work, ids)
  const last = ids[CASES_PER_STEP - 1]
  if (last === undefined) await deleteFolded(db, gone.id)
  else await updateFolded(db, [gone.id], { version: GONE, results: last })
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
