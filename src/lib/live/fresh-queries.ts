import type { QueryClient, QueryFilters, QueryKey } from '@tanstack/react-query'

const LOOK_AGAIN_MS = 100

/** Changes a part of what is loaded. What else of it was to be read again still is. */
export function patchQuery(queryClient: QueryClient, queryKey: QueryKey, data: unknown): void {
  const state = queryClient.getQueryState(queryKey)
  if (state) queryClient.setQueryData(queryKey, data, { updatedAt: state.isInvalidated ? 1 : state.dataUpdatedAt })
}

/**
 * Reads again what is shown, and what is not once it is; on a page that nobody sees, all of it then. What is read
 * for the first time just now may have been read too early: that is waited for.
 */
export async function readAgain(queryClient: QueryClient, filters: QueryFilters): Promise<void> {
  const isFirst = { ...filters, predicate: ({ state }: { state: { data?: unknown } }) => state.data === undefined }
  while (queryClient.isFetching(isFirst) > 0) await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
  await queryClient.invalidateQueries({ ...filters, refetchType: document.hidden ? 'none' : 'active' })
}
