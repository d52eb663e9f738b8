import { notifyManager, type QueryKey } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Coalescer } from '#shared/live/coalescer.ts'
import type { LiveRun, ProjectMessage } from '#shared/live/live.ts'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { RECENT_RUNS } from '#shared/test-runs/recent-runs.ts'
import type { TestRunOverview } from '#shared/test-runs/test-run.ts'
import { refetchQueries } from '#src/lib/live/fresh-queries.ts'
import { useLive } from '#src/lib/live/use-live.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { trpc } from '#src/lib/trpc.ts'
import { showUnread } from '#src/lib/live/unread.ts'
import { pagesKey } from '../test-results/store/pages.ts'
import { cacheOf } from '../test-results/store/result-cache.ts'
import { showChanges } from '../test-results/store/show-results.ts'
import { attentionKey } from '../test-results/store/use-attention.ts'

const REFETCH_SPACING_MS = 1_500
/** All viewers refetch after the same message: their requests spread over this time per viewer, up to the maximum. */
const SPREAD_PER_VIEWER_MS = 25
const SPREAD_MAX_MS = 3_000
/** Refetch delay for a deleted run: the page that deleted it switches to another run first. */
const DELETED_MS = 400

export type Viewers = Pick<Extract<ProjectMessage, { type: 'viewers' }>, 'viewers' | 'count'>

export type LiveRuns = { isLive: boolean; isInterrupted: boolean; viewers: Viewers }

const NO_VIEWERS: Viewers = { viewers: [], count: 0 }

/** Keeps the list of runs and the open run up to date. `testRunId`: null for no run, undefined while unknown. */
export function useLiveRuns(projectId: string, testRunId: string | null | undefined): LiveRuns {
  const [present, setPresent] = useState<Viewers & { testRunId: string }>()
  const viewers = present !== undefined && present.testRunId === testRunId ? present : NO_VIEWERS
  const refetch = useRefetch(projectId, testRunId ?? '')
  /** The version of the run whose results this page has received; null while some may be missing. */
  const received = useRef<{ testRunId: string; version: string | null }>(undefined)
  const awaitsState = useRef(false)
  const refetchResults = () =>
    refetch.results.request(Math.random() * Math.min(viewers.count * SPREAD_PER_VIEWER_MS, SPREAD_MAX_MS))
  const onMessage = (message: ProjectMessage) => {
    if (message.type === 'notices') showUnread(message)
    else if (message.type === 'runs') showRecentRuns(projectId, message.runs)
    else if (!testRunId) return
    else if (message.type === 'viewers') setPresent({ testRunId, viewers: message.viewers, count: message.count })
    else if (message.type === 'run deleted') refetch.run.request(DELETED_MS)
    else if (message.type === 'run') {
      const { run, version } = message
      showRun({ testRunId, run, results: [], hasAllSuites: true })
      const isUnchanged = awaitsState.current && received.current?.version === version
      const cache = cacheOf(testRunId)
      if (received.current?.testRunId === testRunId && !isUnchanged) cache.noteUnlisted()
      else cache.noteCounts()
      received.current = { testRunId, version }
      awaitsState.current = false
      refetchResults()
    } else if (message.type === 'settled') {
      if (!awaitsState.current) received.current = { testRunId, version: message.version }
    } else {
      if (message.results.length > 0) received.current = { testRunId, version: null }
      if (showRun({ testRunId, ...message, hasAllSuites: false })) return
      refetch.run.request()
      refetchResults()
    }
  }
  const { isLive, isInterrupted } = useLive<ProjectMessage>({
    key: testRunId === undefined ? null : `${projectId} ${testRunId ?? ''}`,
    subscribe: ({ live }, observer) => {
      awaitsState.current = true
      return live.project.subscribe({ projectId, testRunId: testRunId ?? null }, observer)
    },
    onMessage,
    onRefused: (code) => {
      if (code === 'UNAUTHORIZED') return
      refetch.run.request()
      refetch.project.request()
    },
  })
  return { isLive, isInterrupted, viewers }
}

function showRecentRuns(projectId: string, runs: Extract<ProjectMessage, { type: 'runs' }>['runs']): void {
  const queryKey = getQueryKey(trpc.testRuns.list, { projectId, limit: RECENT_RUNS }, 'query')
  // A response in transit may be older than the message.
  void queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, runs)
}

function useRefetch(projectId: string, testRunId: string) {
  const refetch = useMemo(() => {
    const coalesced = (...queryKeys: QueryKey[]) =>
      new Coalescer(async () => await Promise.all(queryKeys.map((queryKey) => refetchQueries({ queryKey }))), {
        delayMs: 0,
        spacingMs: REFETCH_SPACING_MS,
      })
    return {
      run: coalesced(getQueryKey(trpc.testRuns.overview, { testRunId }, 'query')),
      results: coalesced(pagesKey(testRunId), attentionKey(testRunId), getQueryKey(trpc.testResults.attempts)),
      project: coalesced(getQueryKey(trpc.projects.overview, { id: projectId }, 'query')),
    }
  }, [projectId, testRunId])
  useEffect(() => () => Object.values(refetch).forEach((each) => each.cancel()), [refetch])
  return refetch
}

type Update = { testRunId: string; run: LiveRun; hasAllSuites: boolean; results: TestResult[] }

/** Shows a run together with its changed results. Returns whether the loaded pages of results are complete. */
function showRun({ testRunId, run, hasAllSuites, results }: Update): boolean {
  const queryKey = getQueryKey(trpc.testRuns.overview, { testRunId }, 'query')
  const known = queryClient.getQueryData<TestRunOverview>(queryKey)
  if (!known) return showChanges({ id: testRunId, suites: [] }, results)
  // A response in transit may be older than the message.
  void queryClient.cancelQueries({ queryKey })
  const next = { ...known, ...run, suites: hasAllSuites ? run.suites : withSuites(known.suites, run.suites) }
  let isComplete = true
  notifyManager.batch(() => {
    queryClient.setQueryData(queryKey, next)
    isComplete = showChanges(next, results)
  })
  for (const { id } of results)
    void queryClient.invalidateQueries({ queryKey: getQueryKey(trpc.testResults.attempts, { resultId: id }) })
  return isComplete
}

/** Replaces suites with their new state, and inserts new suites by number. */
function withSuites(known: TestRunOverview['suites'], changed: TestRunOverview['suites']): TestRunOverview['suites'] {
  const byId = new Map([...known, ...changed].map((suite) => [suite.id, suite]))
  return byId.size === known.length
    ? known.map(({ id }) => byId.get(id) as TestRunOverview['suites'][number])
    : [...byId.values()].toSorted((a, b) => a.number - b.number || (a.id < b.id ? -1 : 1))
}
