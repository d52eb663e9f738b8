import { useSyncExternalStore } from 'react'
import { Listeners } from '#src/lib/listeners.ts'

/* How often the results of a run have changed without it being told which: what a list holds may be outdated then. */

const times = new Map<string, number>()
const listeners = new Listeners()

export function noteUntold(testRunId: string): void {
  times.set(testRunId, timesUntold(testRunId) + 1)
  listeners.announce()
}

export const timesUntold = (testRunId: string) => times.get(testRunId) ?? 0

export function useTimesUntold(testRunId: string): number {
  return useSyncExternalStore(listeners.subscribe, () => timesUntold(testRunId))
}
