import type { Db } from '../database/databases.ts'
import { countResults, newFailuresOf } from '../test-results/test-results.service.ts'
import {
  countSuitesOfRun,
  deleteFolded,
  findLastRunsBefore,
  type HealthRow,
  type LastRun,
  listDependent,
  listHealthRows,
  listLost,
  listPendingCases,
  listRecorded,
  readFoldedText,
  readOutcomesOf,
  updateFolded,
  upsertFolded,
  upsertHealth,
} from './fold.repository.ts'
import {
  type FoldedResults,
  type Outcome,
  readFolded,
  signOf,
  tailOf,
  writeFolded,
  writeOutcomes,
} from './folded-text.ts'
import { derive, type Entry, entriesOf, isExecuted, timestamp } from './health-columns.ts'
import { isDone, type Plan, readPlan, slotsOf } from './plan.ts'
import { type FoldedRun, streamOf, WINDOW, type WindowRun } from './window.repository.ts'

/** Cases per step: other writes wait for a step. */
const CASES_PER_STEP = 500
const COUNTED_PER_STEP = 10
/** Is no version of a run. */
const UNFINISHED = 'unfinished'
const SLOT_EPOCH = Date.parse('2026-01-01T00:00:00.000Z')

type Work = Plan & { projectId: string }

/** Folds a part of what has changed, and returns the plan of before: nothing was left when it is done. */
export async function foldSome(db: Db, projectId: string): Promise<Plan> {
  const plan = await readPlan(db, projectId)
  const work = { ...plan, projectId }
  const [stale] = plan.stale
  const [gone] = plan.gone
  if (stale) await foldRun(db, work, stale)
  else if (gone) await takeOut(db, work, gone)
  else if (plan.hasLost) await findLost(db, work)
  else if (!isDone(plan)) await countNew(db, work)
  return plan
}

/** Folds results of a run that are not folded as they are. */
async function foldRun(db: Db, work: Work, run: WindowRun): Promise<void> {
  const known = work.folded.get(run.id)
  const folded = await foldedResults(db, run, known)
  const { changed, seen } = await changesOf(db, run.id, folded)
  if (seen < folded.size) changed.push(...(await takenBack(db, run.id, folded)))
  const part = changed.slice(0, CASES_PER_STEP)
  const isWhole = part.length === changed.length
  const isSame = known !== undefined && part.length === 0
  const slot = known?.slot ?? newSlot(work)
  const outcomes = await readOutcomesOf(db, run.id, part)
  await rewrite(db, work, { ids: part, run, slot, outcomes })
  for (const id of part) {
    const outcome = outcomes.get(id)
    if (outcome) folded.set(tailOf(id), signOf(outcome))
    else folded.delete(tailOf(id))
  }
  if (!isSame) await uncountAfter(db, work, [run, ...(known ? [known] : [])])
  // A read after one change counts in the same step. Of many runs, each would be counted again after an earlier one.
  const counted = !isSame && isWhole && work.stale.length === 1 ? await countNewOf(db, work, run) : null
  await upsertFolded(db, {
    test_run_id: run.id,
    project_id: work.projectId,
    slot,
    version: isWhole ? run.version : UNFINISHED,
    branch: run.branch,
    environment: run.environment,
    new_failures: isSame ? known.newFailures : counted,
    suites: await countSuitesOfRun(db, run.id),
    results: writeFolded(folded),
  })
}

/** After a change of branch or environment, each result is folded again. */
async function foldedResults(db: Db, run: WindowRun, known: FoldedRun | undefined): Promise<FoldedResults> {
  if (!known) return new Map()
  const folded = readFolded(await readFoldedText(db, run.id))
  if (streamOf(known) === streamOf(run)) return folded
  return new Map(Array.from(folded, ([tail]) => [tail, '']))
}

/** The cases whose result is not folded as it is, and how many of the folded ones are not pending. */
async function changesOf(db: Db, testRunId: string, folded: FoldedResults) {
  const changed: string[] = []
  let seen = 0
  for (const { test_case_id, status, flaky, attempts } of await listRecorded(db, { testRunId })) {
    const sign = folded.get(tailOf(test_case_id))
    if (sign !== undefined) seen += 1
    if (sign !== signOf({ status, flaky: flaky === 1, attempts })) changed.push(test_case_id)
  }
  return { changed, seen }
}

/** Folded cases that are pending again. */
async function takenBack(db: Db, testRunId: string, folded: FoldedResults): Promise<string[]> {
  const pending = await listPendingCases(db, { testRunId })
  return pending.map(({ test_case_id }) => test_case_id).filter((id) => folded.has(tailOf(id)))
}

/** Never given again, so that the results of a run that counted once are not taken for those of another. */
function newSlot({ folded }: Work): number {
  return Math.max(Date.now() - SLOT_EPOCH, ...Array.from(folded.values(), ({ slot }) => slot + 1))
}

type Change = {
  ids: string[]
  /** The run whose results are replaced; without it, only results of runs that are gone are left out. */
  run?: WindowRun
  slot?: number
  outcomes?: Map<string, Outcome>
}

/** Writes the health of cases anew. */
async function rewrite(db: Db, work: Work, { ids, run, slot = 0, outcomes }: Change): Promise<void> {
  const slots = slotsOf(work)
  if (run) slots.set(slot, { run, stream: streamOf(run) })
  const rows = await listHealthRows(db, ids)
  const changed = ids.map((id) => {
    const row = rows.get(id)
    const entries = row ? entriesOf(row.results, slots).filter((entry) => entry.slot !== slot) : []
    const outcome = outcomes?.get(id)
    if (run && outcome) entries.push({ ...outcome, slot, run, stream: streamOf(run) })
    entries.sort((a, b) => (a.run.id < b.run.id ? 1 : -1))
    return { id, row, entries }
  })
  const unknown = changed.filter(({ row, entries }) => lastRunOf(row, entries, run) === undefined)
  const found = await lookUp(
    db,
    work,
    unknown.map(({ id }) => id),
  )
  await upsertHealth(
    db,
    changed.map(({ id, row, entries }) => ({
      test_case_id: id,
      project_id: work.projectId,
      ...(lastRunOf(row, entries, run) ?? found.get(id) ?? NEVER),
      ...derive(entries),
      results: writeOutcomes(entries),
    })),
  )
}

const NEVER: LastRun = { last_run_id: null, last_run_at: null }

/** When a case was last executed; undefined when it was in a run that does not have it any more. */
function lastRunOf(row: HealthRow | undefined, entries: Entry[], changed: WindowRun | undefined): LastRun | undefined {
  const newest = entries.find(isExecuted)
  if (newest && (!row?.last_run_id || newest.run.id >= row.last_run_id || row.last_run_id === changed?.id))
    return { last_run_id: newest.run.id, last_run_at: timestamp(newest.at) }
  if (!row) return NEVER
  if (changed && row.last_run_id === changed.id) return undefined
  return { last_run_id: row.last_run_id, last_run_at: row.last_run_at }
}

async function lookUp(db: Db, { window }: Plan, ids: string[]): Promise<Map<string, LastRun>> {
  const oldest = window.at(-1)
  if (ids.length === 0 || window.length < WINDOW || !oldest) return new Map()
  return await findLastRunsBefore(db, ids, oldest.id)
}

/** Takes the results of a run that counts no longer out of the cases that depend on it. */
async function takeOut(db: Db, work: Work, gone: FoldedRun): Promise<void> {
  const folded = readFolded(await readFoldedText(db, gone.id))
  const dependent = await listDependent(db, { projectId: work.projectId, testRunId: gone.id })
  const ids = dependent.map(({ test_case_id }) => test_case_id).filter((id) => folded.has(tailOf(id)))
  const part = ids.slice(0, CASES_PER_STEP)
  await rewrite(db, work, { ids: part })
  for (const id of part) folded.delete(tailOf(id))
  if (part.length < ids.length) await updateFolded(db, [gone.id], { results: writeFolded(folded) })
  else await deleteFolded(db, gone.id)
  await uncountAfter(db, work, [gone])
}

async function findLost(db: Db, work: Work): Promise<void> {
  const ids = (await listLost(db, { projectId: work.projectId, limit: CASES_PER_STEP })).map((row) => row.test_case_id)
  const rows = await listHealthRows(db, ids)
  const slots = slotsOf(work)
  const found = await lookUp(db, work, ids)
  await upsertHealth(
    db,
    Array.from(rows.values(), (row) => {
      const newest = entriesOf(row.results, slots).find(isExecuted)
      const last = newest
        ? { last_run_id: newest.run.id, last_run_at: timestamp(newest.at) }
        : found.get(row.test_case_id)
      return { ...row, ...(last ?? NEVER) }
    }),
  )
}

/** New failures of later runs of the same branch and environment may have changed. */
async function uncountAfter(db: Db, { folded }: Plan, runs: (WindowRun | FoldedRun)[]): Promise<void> {
  const later = [...folded.values()].filter(({ id, newFailures, ...facts }) =>
    runs.some((run) => newFailures !== null && run.id <= id && streamOf(run) === streamOf(facts)),
  )
  await updateFolded(
    db,
    later.map(({ id }) => id),
    { new_failures: null },
  )
}

async function countNew(db: Db, work: Work): Promise<void> {
  for (const run of work.uncounted.slice(0, COUNTED_PER_STEP))
    await updateFolded(db, [run.id], { new_failures: await countNewOf(db, work, run) })
}

async function countNewOf(db: Db, { projectId }: Work, run: WindowRun): Promise<number> {
  return await countResults(db, newFailuresOf({ ...run, projectId }))
}
