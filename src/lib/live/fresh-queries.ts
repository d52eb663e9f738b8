import type { QueryFilters, QueryKey } from '@tanstack/react-query'
import { queryClient } from '../query-client.ts'

const POLL_MS = 100

/** Changes loaded data without marking stale data as fresh. */
export function patchQuery(queryKey: QueryKey, data: unknown): void {
  const state = queryClient.getQueryState(queryKey)
  if (state) queryClient.setQueryData(queryKey, data, { updatedAt: state.isInvalidated ? 1 : state.dataUpdatedAt })
}

/**
 * Refetches mounted queries at once, others when they mount, and those of a hidden tab when it is shown. A first fetch
 * in progress may return stale data: it is awaited and repeated.
 */
export async function refetchQueries(filters: QueryFilters): Promise<void> {
  const isFirst = { ...filters, predicate: ({ state }: { state: { data?: unknown } }) => state.data === undefined }
  while (queryClient.isFetching(isFirst) > 0) await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  await queryClient.invalidateQueries({ ...filters, refetchType: document.hidden ? 'none' : 'active' })
}
