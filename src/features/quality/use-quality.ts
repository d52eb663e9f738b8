import { getQueryKey } from '@trpc/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { Coalescer } from '#shared/live/coalescer.ts'
import type { ProjectMessage } from '#shared/live/live.ts'
import { refetchQueries } from '#src/lib/live/fresh-queries.ts'
import { showUnread } from '#src/lib/live/unread.ts'
import { useLive } from '#src/lib/live/use-live.ts'
import { trpc } from '#src/lib/trpc.ts'

/** Results arrive one by one: the screen refetches at most this often. */
const SPACING_MS = 3_000
const COUNTING_MS = 2_000

export function useQuality(projectId: string) {
  const refetch = useMemo(
    () =>
      new Coalescer(async () => await refetchQueries({ queryKey: getQueryKey(trpc.quality) }), {
        delayMs: 0,
        spacingMs: SPACING_MS,
      }),
    [],
  )
  useEffect(() => () => refetch.cancel(), [refetch])
  useLive<ProjectMessage>({
    key: `${projectId} quality`,
    subscribe: ({ live }, observer) => live.project.subscribe({ projectId, testRunId: null }, observer),
    onMessage: (message) => {
      if (message.type === 'notices') showUnread(message)
      else if (message.type === 'runs') refetch.request()
    },
  })
  const overview = trpc.quality.overview.useQuery(
    { projectId },
    { refetchInterval: ({ state }) => (state.data && state.data.runsToCount > 0 ? COUNTING_MS : false) },
  )
  // The other parts of the screen have no interval of their own.
  const left = overview.data?.runsToCount ?? 0
  const leftBefore = useRef(0)
  useEffect(() => {
    if (left < leftBefore.current) refetch.request()
    leftBefore.current = left
  }, [left, refetch])
  return overview
}
