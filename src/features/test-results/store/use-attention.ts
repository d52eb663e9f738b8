import { getQueryKey } from '@trpc/react-query'
import { useEffect } from 'react'
import { Coalescer } from '#shared/live/coalescer.ts'
import { refetchQueries } from '#src/lib/live/fresh-queries.ts'
import { trpc } from '#src/lib/trpc.ts'
import { useResultCache } from './result-cache.ts'

/** Minimum interval between two counts while results change. */
const SPACING_MS = 2_000

export const attentionKey = (testRunId: string) => getQueryKey(trpc.testRuns.attention, { testRunId }, 'query')

/**
 * How many results of a run need a look: counted again when results change. Undefined until they are counted. Changes
 * that are not listed make the stream and the poll of the run read them again, with the pages of results.
 */
export function useAttention(testRunId: string) {
  const { onChanged } = useResultCache(testRunId)
  const { data } = trpc.testRuns.attention.useQuery({ testRunId })
  useEffect(() => {
    const recount = new Coalescer(() => refetchQueries({ queryKey: attentionKey(testRunId) }), {
      delayMs: 0,
      spacingMs: SPACING_MS,
    })
    const stop = onChanged((results) => {
      if (results !== null) recount.request()
    })
    return () => {
      stop()
      recount.cancel()
    }
  }, [testRunId, onChanged])
  return data
}
