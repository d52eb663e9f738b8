import { useState } from 'react'
import type { TestRunListItem } from '#shared/test-runs/test-run.ts'

/**
 * The run that is shown when the address names none: the latest one, which stays when somebody starts another, until
 * `lookAgain` is called.
 */
export function useLatestRun(named: string | null, runs: TestRunListItem[] | undefined) {
  const [latest, setLatest] = useState<string>()
  const wanted = named === null ? (latest ?? runs?.[0]?.id) : undefined
  if (wanted !== latest) setLatest(wanted)
  return { latest: wanted, lookAgain: () => setLatest(undefined) }
}
