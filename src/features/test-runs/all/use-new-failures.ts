import { keepPreviousData } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { TestRunListItem } from '#shared/test-runs/test-run.ts'
import { trpc } from '#src/lib/trpc.ts'

const RUNS = 50
const POLL_MS = 15_000

/** The new failures of the visible runs, by run id; null if unknown. A run is missing while loading. */
export function useNewFailures(
  projectId: string,
  runs: readonly TestRunListItem[],
  first: number,
  last: number,
): ReadonlyMap<string, number | null> {
  const [from, until] = [Math.floor(first / RUNS), Math.floor(last / RUNS)]
  const chunks = useMemo(
    () =>
      Array.from({ length: until - from + 1 }, (_, index) =>
        runs.slice((from + index) * RUNS, (from + index + 1) * RUNS),
      )
        .filter((chunk) => chunk.length > 0)
        .map((chunk) => ({
          testRunIds: chunk.map(({ id }) => id),
          isRunning: chunk.some(({ status }) => status === 'running'),
        })),
    [runs, from, until],
  )
  const answers = trpc.useQueries((of) =>
    chunks.map(({ testRunIds, isRunning }) =>
      of.quality.newFailures(
        { projectId, testRunIds },
        { placeholderData: keepPreviousData, refetchInterval: isRunning ? POLL_MS : false },
      ),
    ),
  )
  return useMemo(() => {
    const byRun = new Map<string, number | null>()
    answers.forEach(({ isPending, isPlaceholderData }, chunk) => {
      if (isPending || isPlaceholderData) return
      for (const id of chunks[chunk]?.testRunIds ?? []) byRun.set(id, null)
    })
    for (const { data } of answers)
      for (const { testRunId, newFailures } of data ?? []) byRun.set(testRunId, newFailures)
    return byRun
  }, [answers, chunks])
}
