import { type Flakiness, FLAKY_RUNS, flakinessOf, isRecent } from '#shared/quality/flaky-score.ts'
import { isFailure } from '#shared/test-results/severity.ts'
import type { Db } from '../database/databases.ts'
import { type Entry, scanEntries } from './scan.repository.ts'

/** How a case fares. */
export type Health = Flakiness<Entry> & {
  testCaseId: string
  entries: Entry[]
  medianMs: number | null
  timedRuns: number
  lastRunAt: string | null
}

/** How each case of a project fares that was executed in the runs that count. */
export async function readHealth(db: Db, projectId: string, runs = FLAKY_RUNS): Promise<Health[]> {
  const entriesOf = await scanEntries(db, projectId)
  return Array.from(entriesOf, ([testCaseId, entries]) => {
    const flakiness = flakinessOf(entries, runs)
    const times = flakiness.counted.flatMap(({ ms }) => ms ?? [])
    const last = entries.find(({ status }) => status === 'passed' || isFailure(status))
    return {
      testCaseId,
      entries,
      ...flakiness,
      medianMs: median(times),
      timedRuns: times.length,
      lastRunAt: last?.at ?? null,
    }
  })
}

export function isFlaky({ score, lastFlake }: Health, now: Date): boolean {
  return score > 0 && lastFlake !== null && isRecent(lastFlake.at.at, now)
}

function median(numbers: number[]): number | null {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const [low, high] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}
