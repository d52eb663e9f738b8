import { useState } from 'react'
import type { TestRunListItem } from '#shared/test-runs/test-run.ts'

/** The latest run, shown if the URL names none. It does not change when a newer run starts, until `reset`. */
export function useLatestRun(named: string | null, runs: TestRunListItem[] | undefined) {
  const [latest, setLatest] = useState<string>()
  const wanted = named === null ? (latest ?? runs?.[0]?.id) : undefined
  if (wanted !== latest) setLatest(wanted)
  return { latest: wanted, reset: () => setLatest(undefined) }
}
