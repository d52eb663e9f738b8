import { useQueryClient } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { useEffect } from 'react'
import { Coalescer } from '#shared/live/coalescer.ts'
import { refetchQueries } from '#src/lib/live/fresh-queries.ts'
import { trpc } from '#src/lib/trpc.ts'
import { onChangedResults, useRunChanges } from './run-changes.ts'

/** Minimum interval between two counts while results change. */
const SPACING_MS = 2_000

/** How many results of a run need a look: counted again when results change. Undefined until they are counted. */
export function useAttention(testRunId: string) {
  const queryClient = useQueryClient()
  const unlisted = useRunChanges(testRunId, (changes) => changes.unlisted)
  const { data } = trpc.testRuns.attention.useQuery({ testRunId })
  useEffect(() => {
    const queryKey = getQueryKey(trpc.testRuns.attention, { testRunId }, 'query')
    const recount = new Coalescer(() => refetchQueries(queryClient, { queryKey }), {
      delayMs: 0,
      spacingMs: SPACING_MS,
    })
    if (unlisted > 0) recount.request()
    const stop = onChangedResults(testRunId, () => recount.request())
    return () => {
      stop()
      recount.cancel()
    }
  }, [queryClient, testRunId, unlisted])
  return data
}
