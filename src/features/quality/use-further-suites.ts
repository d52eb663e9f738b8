import { useState } from 'react'
import { trpc } from '#src/lib/trpc.ts'
import type { Quality } from '#shared/quality/quality.ts'

const STEP = 100

/** The suites of the overview, and further ones on demand. */
export function useFurtherSuites(projectId: string, { suites: first, suitesTotal }: Quality) {
  const [wanted, setWanted] = useState(0)
  const { data: further = [], isFetching } = trpc.quality.suites.useQuery(
    { projectId, offset: first.length, limit: wanted },
    { enabled: wanted > 0, placeholderData: (before) => before },
  )
  const suites = wanted > 0 ? [...first, ...further] : first
  const left = suitesTotal - suites.length
  return {
    suites,
    more:
      left > 0 ? { count: Math.min(STEP, left), isLoading: isFetching, show: () => setWanted(wanted + STEP) } : null,
  }
}
