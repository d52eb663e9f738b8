import type { InfiniteData } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { Coalescer } from '#shared/live/coalescer.ts'
import type { RunFilter } from '#shared/test-runs/find-runs.ts'
import type { TestRunListItem } from '#shared/test-runs/test-run.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { trpcClient } from '#src/lib/trpc-client.ts'
import { trpc } from '#src/lib/trpc.ts'
import { useLiveRuns } from '../use-live-runs.ts'
import { useRecentRuns } from '../use-test-runs.ts'
import { RUNS_PER_PAGE, withHead } from './run-pages.ts'

/** Minimum interval between reads of the newest runs. */
const SPACING_MS = 2_000
/** The polling interval while a run is running: the live stream covers only the latest runs. */
const POLL_MS = 15_000

const NONE: TestRunListItem[] = []

/** The runs of a project that match a filter, newest first, in pages. A null filter matches none. */
export function useRuns(projectId: string, filter: RunFilter | null) {
  const input = { projectId, limit: RUNS_PER_PAGE, ...filter }
  const { data, error, isPending, isFetching, isPlaceholderData, hasNextPage, fetchNextPage, refetch } =
    trpc.testRuns.list.useInfiniteQuery(input, {
      enabled: filter !== null,
      getNextPageParam: (page) => (page.length < RUNS_PER_PAGE ? undefined : page.at(-1)?.id),
      // The matches of an earlier text stay until the newest ones arrive.
      placeholderData: (before) => before,
      // `useNewestRuns` refetches the first page; other pages hold ended runs.
      staleTime: Infinity,
    })
  const runs = useMemo(() => (filter === null ? NONE : (data?.pages.flat() ?? NONE)), [data, filter])
  const isOld = filter !== null && isPlaceholderData
  useNewestRuns(projectId, input, data !== undefined && !isOld, runs)
  const isAsked = filter !== null
  return useMemo(
    () => ({
      runs,
      error: isAsked ? error : null,
      isLoading: isAsked && isPending,
      /** Whether the matches of an earlier text are shown. */
      isOld,
      hasMore: isAsked && hasNextPage,
      loadMore: () => {
        if (isAsked && hasNextPage && !isFetching) void fetchNextPage()
      },
      retry: () => void refetch(),
    }),
    [runs, isAsked, error, isPending, isOld, hasNextPage, isFetching, fetchNextPage, refetch],
  )
}

/** Refetches the newest runs when one starts, changes or ends, and when the page is shown again. */
function useNewestRuns(
  projectId: string,
  input: { projectId: string; limit: number } & RunFilter,
  isLoaded: boolean,
  runs: readonly TestRunListItem[],
): void {
  useLiveRuns(projectId, null)
  const { data: recent } = useRecentRuns(projectId)
  const key = JSON.stringify(input)
  const refresh = useMemo(() => {
    const asked = JSON.parse(key) as typeof input
    const queryKey = getQueryKey(trpc.testRuns.list, asked, 'infinite')
    return new Coalescer(
      async () => {
        const head = await trpcClient.testRuns.list.query(asked).catch(() => undefined)
        if (!head) return
        queryClient.setQueryData<InfiniteData<TestRunListItem[]>>(
          queryKey,
          (known) => known && { ...known, pages: withHead(known.pages, head) },
        )
      },
      { delayMs: 0, spacingMs: SPACING_MS },
    )
  }, [key])
  useEffect(() => () => refresh.cancel(), [refresh])
  // A list that was just read is as new as the first message.
  const seen = useRef<{ refresh: unknown; recent: unknown }>(undefined)
  useEffect(() => {
    if (!isLoaded || !recent) return
    if (seen.current?.refresh === refresh && seen.current.recent !== recent) refresh.request()
    seen.current = { refresh, recent }
  }, [isLoaded, recent, refresh])
  const hasRunning = runs.some(({ status }) => status === 'running')
  useEffect(() => {
    const read = () => {
      if (document.visibilityState === 'visible') refresh.request()
    }
    const timer = hasRunning ? setInterval(read, POLL_MS) : undefined
    window.addEventListener('focus', read)
    return () => {
      clearInterval(timer)
      window.removeEventListener('focus', read)
    }
  }, [refresh, hasRunning])
}
