import { FLAKY_RUNS, flakinessOf } from '#shared/quality/flaky-score.ts'
import type { Db } from '../database/databases.ts'
import type { TestCaseHealthTable } from '../database/quality-tables.ts'
import { findLastRunsBefore, upsertHealth } from './fold.repository.ts'
import { listNewest, type Outcome } from './newest-results.repository.ts'
import { countedRuns, type Plan } from './plan.ts'
import { streakOf } from './streak.ts'
import { WINDOW } from './window.repository.ts'

const NEVER = { last_run_id: null, last_run_at: null }

/** Computes the health of cases again, from their newest results in the runs that count, and stores it. */
export async function recompute(db: Db, plan: Plan, ids: string[]): Promise<void> {
  const { projectId, window } = plan
  const outcomes = await listNewest(db, countedRuns(plan), { ids, limit: FLAKY_RUNS })
  const oldest = window.length < WINDOW ? undefined : window.at(-1)
  const unknown = ids.filter((id) => (outcomes.get(id) ?? []).length === 0)
  const earlier = oldest && unknown.length > 0 ? await findLastRunsBefore(db, unknown, oldest.id) : undefined
  await upsertHealth(
    db,
    ids.map((id) => {
      const executed = outcomes.get(id) ?? []
      const [newest] = executed
      const last = newest ? { last_run_id: newest.run.id, last_run_at: newest.at } : (earlier?.get(id) ?? NEVER)
      return { test_case_id: id, project_id: projectId, ...last, ...derive(executed) }
    }),
  )
}

type Derived = Omit<TestCaseHealthTable, 'test_case_id' | 'project_id' | 'last_run_id' | 'last_run_at'>

/** The columns of a case that follow from its newest executed results, newest run first. */
function derive(executed: readonly Outcome[]): Derived {
  const { counted, lastFlake, isBroken, ...flakiness } = flakinessOf(executed, FLAKY_RUNS)
  const times = counted.flatMap(({ ms }) => ms ?? [])
  return {
    oldest_run_id: executed.at(-1)?.run.id ?? null,
    runs: counted.length,
    executions: flakiness.executions,
    flips: flakiness.flips,
    passed_on_retry: flakiness.passedOnRetry,
    score: flakiness.score,
    volume: flakiness.volume,
    last_flaky_at: lastFlake?.at.at ?? null,
    last_flake_run_id: lastFlake?.evidence.run.id ?? null,
    is_broken: isBroken ? 1 : 0,
    broken_at: isBroken ? (streakOf(counted)?.first.at ?? null) : null,
    median_ms: median(times),
    timed_runs: times.length,
  }
}

function median(numbers: number[]): number | null {
  const sorted = numbers.toSorted((a, b) => a - b)
  const high = sorted[sorted.length >> 1]
  const low = sorted[(sorted.length - 1) >> 1]
  return low === undefined || high === undefined ? null : low / 2 + high / 2
}
