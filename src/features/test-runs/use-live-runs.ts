import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { LiveRun, RunListMessage, RunMessage, RunScreenMessage } from '#shared/live/live.ts'
import { readAgain } from '#src/lib/live/fresh-queries.ts'
import { Paced } from '#src/lib/live/paced.ts'
import { useLive } from '#src/lib/live/use-live.ts'
import { trpc } from '#src/lib/trpc.ts'
import { noteUnlisted } from '../test-results/store/run-changes.ts'
import { showRuns } from './live-run-list.ts'
import { showNews } from './live-run.ts'

/** Between two times that the same is read again. */
const SPACING_MS = 1_500
/** When many are told to read again, they do so within this time for each, and this in all. */
const SPREAD_PER_VIEWER_MS = 25
const SPREAD_MAX_MS = 3_000
const DELETED_MS = 400

export type Viewers = Pick<Extract<RunMessage, { type: 'viewers' }>, 'viewers' | 'count'>

export type LiveRuns = { isLive: boolean; isInterrupted: boolean; viewers: Viewers }

const NOBODY: Viewers = { viewers: [], count: 0 }

/** Lets the list of runs and the run that is shown follow what happens. `testRunId` is null for none, undefined while it is not known. */
export function useLiveRuns(projectId: string, testRunId: string | null | undefined): LiveRuns {
  const queryClient = useQueryClient()
  const [missing, setMissing] = useState<string>()
  const [present, setPresent] = useState<{ testRunId: string | undefined; viewers: Viewers }>()
  const watched = testRunId === null || testRunId === missing ? undefined : testRunId
  const viewers = present !== undefined && present.testRunId === watched ? present.viewers : NOBODY
  const reading = useReading(queryClient, projectId, watched)
  const heedRun = (message: RunMessage) => {
    if (message.type === 'viewers') setPresent({ testRunId: watched, viewers: message })
    // Whoever has deleted it here is led on to another run meanwhile.
    else if (message.type === 'deleted') reading.run.ask(DELETED_MS)
    else if (watched !== undefined) heedNews(watched, message)
  }
  const heedNews = (testRunId: string, message: Extract<RunMessage, { run: LiveRun }>) => {
    const { type, run } = message
    const results = type === 'changed' ? message.results : []
    const isComplete = showNews(queryClient, { testRunId, run, isWhole: type !== 'changed', results })
    if (type === 'stale') noteUnlisted(queryClient, testRunId)
    if (!isComplete) reading.run.ask()
    if (type !== 'changed' || !isComplete)
      reading.results.ask(Math.random() * Math.min(viewers.count * SPREAD_PER_VIEWER_MS, SPREAD_MAX_MS))
  }
  const heedList = (message: RunListMessage) => {
    if (message.type === 'deleted') reading.project.ask()
    else if (message.type !== 'changed' || !showRuns(queryClient, projectId, message)) reading.list.ask()
  }
  const { isLive, isInterrupted } = useLive<RunScreenMessage>({
    key: testRunId === undefined ? null : `${projectId} ${watched ?? ''}`,
    watch: ({ live }, lastEventId, observer) =>
      watched === undefined
        ? live.runs.subscribe(
            { projectId, lastEventId },
            { ...observer, onData: ({ id, data }) => observer.onData({ id, data: { list: data } }) },
          )
        : live.runScreen.subscribe({ projectId, testRunId: watched, lastEventId }, observer),
    onMessage: (message) => ('run' in message ? heedRun(message.run) : heedList(message.list)),
    onRefused: (code) => {
      if (code === 'UNAUTHORIZED') return
      // Whichever of both is not to be seen any more says so itself.
      setMissing(watched)
      reading.run.ask()
      reading.project.ask()
    },
  })
  return { isLive, isInterrupted, viewers }
}

/** What is read again when it cannot be told. */
function useReading(queryClient: QueryClient, projectId: string, testRunId: string | undefined) {
  const reading = useMemo(() => {
    const paced = (queryKey: unknown[]) => new Paced(() => readAgain(queryClient, { queryKey }), SPACING_MS)
    return {
      run: paced(getQueryKey(trpc.testRuns.overview, { testRunId: testRunId ?? '' }, 'query')),
      results: paced(getQueryKey(trpc.testResults.listInRun, { testRunId: testRunId ?? '' })),
      list: paced(getQueryKey(trpc.testRuns.list, { projectId })),
      project: paced(getQueryKey(trpc.projects.overview, { id: projectId }, 'query')),
    }
  }, [queryClient, projectId, testRunId])
  useEffect(() => () => Object.values(reading).forEach((each) => each.stop()), [reading])
  return reading
}
