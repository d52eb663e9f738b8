import { FLAKY_RUNS, flakinessOf, type Sample } from '#shared/quality/flaky-score.ts'
import { isFailure } from '#shared/test-results/severity.ts'
import type { TestCaseHealthTable } from '../database/quality-tables.ts'
import { type SlotOutcome, unpackOutcomes } from './packed-outcomes.ts'

/** A result of a case in a run that counts. */
export type Entry = Sample & SlotOutcome & { run: { id: string; description: string | null } }

/** The runs that count, by slot. */
export type Slots = Map<number, { run: { id: string; description: string | null }; stream: string }>

/** The stored results of a case in runs that still count, newest run first. */
export function entriesOf(packed: string, slots: Slots): Entry[] {
  const entries: Entry[] = []
  for (const outcome of unpackOutcomes(packed)) {
    const at = slots.get(outcome.slot)
    if (at) entries.push({ ...outcome, ...at })
  }
  return entries
}

type Derived = Omit<TestCaseHealthTable, 'test_case_id' | 'project_id' | 'last_run_id' | 'last_run_at' | 'results'>

export const isExecuted = ({ status }: Pick<Entry, 'status'>) => status === 'passed' || isFailure(status)

/** The columns of a case that follow from its results, newest run first. */
export function derive(entries: readonly Entry[]): Derived {
  const { counted, lastFlake, passedOnRetry, isBroken, ...flakiness } = flakinessOf(entries, FLAKY_RUNS)
  const executed = entries.filter(isExecuted)
  const times = counted.flatMap(({ ms }) => ms ?? [])
  const failed = executed.filter(({ status }) => isFailure(status)).length
  return {
    oldest_run_id: executed.slice(0, FLAKY_RUNS).at(-1)?.run.id ?? null,
    runs: counted.length,
    executions: flakiness.executions,
    flips: flakiness.flips,
    passed_on_retry: passedOnRetry,
    score: flakiness.score,
    volume: flakiness.volume,
    last_flaky_at: lastFlake ? timestamp(lastFlake.at.at) : null,
    last_flake_run_id: lastFlake?.evidence.run.id ?? null,
    is_mixed: (failed > 0 && failed < executed.length) || executed.some(({ flaky }) => flaky) ? 1 : 0,
    is_broken: isBroken ? 1 : 0,
    broken_at: isBroken ? timestamp(streakOf(counted)?.first.at ?? 0) : null,
    median_ms: median(times),
    timed_runs: times.length,
  }
}

export const timestamp = (ms: number) => new Date(ms).toISOString()

/** The failures since the last pass, on the branch and environment of the newest result. */
export function streakOf(entries: readonly Entry[]) {
  const newest = entries.find(isExecuted)
  if (!newest) return undefined
  const executed = entries.filter((entry) => entry.stream === newest.stream && isExecuted(entry))
  const index = executed.findIndex(({ status }) => status === 'passed')
  const first = index === -1 ? executed.at(-1) : executed[index - 1]
  return first && { newest, first, passed: executed[index] }
}

function median(numbers: number[]): number | null {
  const sorted = numbers.toSorted((a, b) => a - b)
  const high = sorted[sorted.length >> 1]
  const low = sorted[(sorted.length - 1) >> 1]
  return low === undefined || high === undefined ? null : (low + high) / 2
}
