import type { Services } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { deleteFolded, listDependent, updateFolded } from './fold.repository.ts'
import { addRuns, countNewOf, finishRun, readChanges, uncountAfter } from './fold-run.ts'
import { isDone, isUnknown, type Plan, readPlan } from './plan.ts'
import { recompute } from './recompute.ts'
import { type FoldedRun, listLost } from './window.repository.ts'

/** Other writes wait for the cases of one write. */
const CASES_PER_WRITE = 800
const COUNTED_PER_WRITE = 10

/** Changed runs that are read together. Each of their cases is computed once. */
const RUNS_AT_ONCE = 40

/**
 * Folds the changes of a project in short writes. Yields the plan after each of them. It ends when nothing differs, so it
 * may be stopped and begun again at any time, also by several servers at once.
 */
export async function* folding(
  { db, write }: Pick<Services, 'db' | 'write'>,
  projectId: string,
): AsyncGenerator<Plan, void> {
  const writeNow = async <T>(work: (db: Db, now: Plan) => Promise<T>): Promise<T> =>
    await write({ project: projectId }, async (within) => await work(within, await readPlan(within, projectId)))
  for (;;) {
    const plan = await readPlan(db, projectId)
    if (isDone(plan)) return
    const [gone] = plan.gone
    if (plan.stale.some((run) => isUnknown(run, plan.folded.get(run.id)))) await writeNow(addRuns)
    else if (plan.stale.length > 0) {
      const changes = []
      for (const run of plan.stale.slice(0, RUNS_AT_ONCE))
        changes.push(await readChanges(db, run, plan.folded.get(run.id) as FoldedRun))
      const cases = [...new Set(changes.flatMap(({ changed }) => changed))]
      const isOne = changes.length === 1
      while (changes.length > 0) {
        const part = cases.splice(0, CASES_PER_WRITE)
        const finished = cases.length === 0 ? changes.shift() : undefined
        await writeNow(async (within, now) => {
          await recompute(within, now, part)
          if (finished) await finishRun(within, now, finished, isOne)
        })
        yield plan
      }
    } else if (gone) {
      for (let after: string | undefined = ''; after !== undefined; yield plan)
        after = await writeNow(async (within, now) => await takeOut(within, now, gone, after as string))
    } else if (plan.hasLost) await writeNow(findLost)
    else await writeNow(countNew)
    yield plan
  }
}

/** Computes the cases again that depend on a run that no longer counts. Returns the last one, or undefined at the end. */
async function takeOut(db: Db, plan: Plan, gone: FoldedRun, after: string): Promise<string | undefined> {
  const of = { projectId: plan.projectId, testRunId: gone.id }
  const ids = await listDependent(db, { ...of, after, limit: CASES_PER_WRITE })
  await recompute(db, plan, ids)
  const last = ids[CASES_PER_WRITE - 1]
  if (last === undefined) {
    await deleteFolded(db, gone.id)
    await uncountAfter(db, plan, gone)
  }
  return last
}

async function findLost(db: Db, plan: Plan): Promise<void> {
  const lost = await listLost(db, { projectId: plan.projectId, limit: CASES_PER_WRITE })
  await recompute(
    db,
    plan,
    lost.map((row) => row.test_case_id),
  )
}

async function countNew(db: Db, plan: Plan): Promise<void> {
  for (const run of plan.uncounted.slice(0, COUNTED_PER_WRITE))
    await updateFolded(db, [run.id], { new_failures: await countNewOf(db, plan.projectId, run) })
}
