import { useSyncExternalStore } from 'react'

/* How often the results of a run have changed without it being told which: what a list holds may be outdated then. */

const times = new Map<string, number>()
const listeners = new Set<() => void>()

export function noteUntold(testRunId: string): void {
  times.set(testRunId, timesUntold(testRunId) + 1)
  for (const listener of listeners) listener()
}

export const timesUntold = (testRunId: string) => times.get(testRunId) ?? 0

export function useTimesUntold(testRunId: string): number {
  return useSyncExternalStore(subscribe, () => timesUntold(testRunId))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
