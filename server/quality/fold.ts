import type { Services } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { deleteFolded, listDependent, readFoldedText, updateFolded } from './fold.repository.ts'
import { addRuns, CASES_PER_STEP, countNewOf, foldRun, GONE, type Rest, uncountAfter } from './fold-run.ts'
import { isDone, type Plan, readPlan } from './plan.ts'
import { recompute } from './recompute.ts'
import { type FoldedRun, listLost } from './window.repository.ts'

const COUNTED_PER_STEP = 10

/**
 * Folds the changes of a project in short writes. Yields the plan before each write and at the end, so that a caller may
 * stop between them.
 */
export async function* folding(
  { db, write }: Pick<Services, 'db' | 'write'>,
  projectId: string,
): AsyncGenerator<Plan, void> {
  let rest: Rest | undefined
  for (;;) {
    const plan = await readPlan(db, projectId)
    yield plan
    if (isDone(plan)) return
    rest = await write({ project: projectId }, async (within) => await foldSome(within, projectId, rest))
  }
}

/**
 * Folds a part of the changes. Returns the rest of a run that it has read: with it, the next call does not read that run
 * again.
 */
export async function foldSome(db: Db, projectId: string, last?: Rest): Promise<Rest | undefined> {
  const plan = await addRuns(db, await readPlan(db, projectId))
  const [stale] = plan.stale
  const [gone] = plan.gone
  if (stale) return await foldRun(db, plan, stale, last)
  if (gone) await takeOut(db, plan, gone)
  else if (plan.hasLost) await findLost(db, plan)
  else if (!isDone(plan)) await countNew(db, plan)
  return undefined
}

/** Computes the cases again that depend on a run that no longer counts. */
async function takeOut(db: Db, plan: Plan, gone: FoldedRun): Promise<void> {
  // The text of the run becomes the last case that is done.
  const after = gone.version === GONE ? await readFoldedText(db, gone.id) : ''
  const of = { projectId: plan.projectId, testRunId: gone.id }
  const ids = await listDependent(db, { ...of, after, limit: CASES_PER_STEP })
  await recompute(db, plan, ids)
  const last = ids[CASES_PER_STEP - 1]
  if (last === undefined) await deleteFolded(db, gone.id)
  else await updateFolded(db, [gone.id], { version: GONE, results: last })
  await uncountAfter(db, plan, [gone])
}

async function findLost(db: Db, plan: Plan): Promise<void> {
  const lost = await listLost(db, { projectId: plan.projectId, limit: CASES_PER_STEP })
  await recompute(
    db,
    plan,
    lost.map((row) => row.test_case_id),
  )
}

async function countNew(db: Db, plan: Plan): Promise<void> {
  for (const run of plan.uncounted.slice(0, COUNTED_PER_STEP))
    await updateFolded(db, [run.id], { new_failures: await countNewOf(db, plan.projectId, run) })
}
