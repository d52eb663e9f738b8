import { useState } from 'react'
import type { TestRunListItem } from '#shared/test-runs/test-run.ts'

/** The run to show if the URL names none: the latest. It stays the same when a newer run starts, until `reset`. */
export function useLatestRun(named: string | null, runs: TestRunListItem[] | undefined) {
  const [latest, setLatest] = useState<string>()
  const wanted = named === null ? (latest ?? runs?.[0]?.id) : undefined
  if (wanted !== latest) setLatest(wanted)
  return { latest: wanted, reset: () => setLatest(undefined) }
}
