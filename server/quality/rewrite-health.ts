import type { Db } from '../database/databases.ts'
import { findLastRunsBefore, type HealthRow, type LastRun, listHealthRows, upsertHealth } from './fold.repository.ts'
import type { Outcome } from './folded-text.ts'
import { derive, type Entry, entriesOf, isExecuted, timestamp } from './health-columns.ts'
import { packOutcomes } from './packed-outcomes.ts'
import { type Plan, slotsOf } from './plan.ts'
import { streamOf, WINDOW, type WindowRun } from './window.repository.ts'

export type Work = Plan & { projectId: string }

type Change = {
  ids: string[]
  /** The run whose results are replaced; without it, only results of runs that are gone are left out. */
  run?: WindowRun
  slot?: number
  outcomes?: Map<string, Outcome>
}

/** Computes the health of cases again and stores it. */
export async function rewriteHealth(db: Db, work: Work, { ids, run, slot = 0, outcomes }: Change): Promise<void> {
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
      results: packOutcomes(entries),
    })),
  )
}

/** Finds the last runs of cases whose last run was deleted. */
export async function rewriteLastRuns(db: Db, work: Work, ids: string[]): Promise<void> {
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
