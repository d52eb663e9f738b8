import type { QueryClient } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import type { RunListMessage } from '#shared/live/live.ts'
import type { TestRunListItem } from '#shared/test-runs/test-run.ts'
import { patchQuery } from '#src/lib/live/fresh-queries.ts'
import { trpc } from '#src/lib/trpc.ts'
import { RECENT_RUNS } from './use-test-runs.ts'

type Changed = Extract<RunListMessage, { type: 'changed' }>

/** Lets the list of runs show what was told of it. Answers whether nothing is left to be read. */
export function showRuns(queryClient: QueryClient, projectId: string, { runs, removed }: Changed): boolean {
  const queryKey = getQueryKey(trpc.testRuns.list, { projectId, limit: RECENT_RUNS }, 'query')
  const known = queryClient.getQueryData<TestRunListItem[]>(queryKey)
  if (!known) return false
  void queryClient.cancelQueries({ queryKey })
  const byId = new Map(known.map((run) => [run.id, run]))
  const last = known.at(-1)
  // An older one that has changed is no recent one; when the list is short, all are.
  const isRecent = ({ id }: TestRunListItem) => known.length < RECENT_RUNS || last === undefined || id >= last.id
  for (const run of runs) if (isRecent(run)) byId.set(run.id, run)
  for (const id of removed) byId.delete(id)
  const next = [...byId.values()].toSorted((a, b) => (a.id < b.id ? 1 : -1)).slice(0, RECENT_RUNS)
  patchQuery(queryClient, queryKey, next)
  return known.length < RECENT_RUNS || next.length === RECENT_RUNS
}
