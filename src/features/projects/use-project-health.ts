import { keepPreviousData } from '@tanstack/react-query'
import type { inferRouterOutputs } from '@trpc/server'
import { CARDS_MAX } from '#shared/limits.ts'
import { trpc } from '#src/lib/trpc.ts'
import type { AppRouter } from '../../../server/router.ts'

export type ProjectCardHealth = inferRouterOutputs<AppRouter>['quality']['cards'][number]

/** Runs of other projects send no messages to this page, so their cards poll. */
const REFETCH_MS = 30_000

/** The health of each project by id: undefined while loading, null on failure. All calls are batched in one request. */
export function useProjectHealth(projectIds: readonly string[]) {
  const chunks = Array.from({ length: Math.ceil(projectIds.length / CARDS_MAX) }, (_, chunk) =>
    projectIds.slice(chunk * CARDS_MAX, (chunk + 1) * CARDS_MAX),
  )
  const queries = trpc.useQueries(({ quality }) =>
    chunks.map((ids) =>
      quality.cards({ projectIds: ids }, { refetchInterval: REFETCH_MS, placeholderData: keepPreviousData }),
    ),
  )
  const known = new Map(queries.flatMap(({ data }) => data ?? []).map((each) => [each.projectId, each]))
  const isFailed = queries.some(({ error }) => error !== null)
  return (projectId: string) => known.get(projectId) ?? (isFailed ? null : undefined)
}
