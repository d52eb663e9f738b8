import { keepPreviousData } from '@tanstack/react-query'
import type { AuditEvent, AuditFilter, AuditFormat } from '#shared/audit/audit-event.ts'
import { download } from '#src/lib/download.ts'
import { trpc } from '#src/lib/trpc.ts'
import { useNextPage } from '#src/lib/use-next-page.ts'

const PAGE = 50

const PAGES = {
  getNextPageParam: (page: AuditEvent[]) => (page.length < PAGE ? undefined : page.at(-1)?.id),
  // The events of an earlier filter stay until the new ones arrive.
  placeholderData: keepPreviousData,
  staleTime: 0,
}

/** The events of a project, or all of them, newest first. */
export function useAudit(projectId: string | undefined, filter: AuditFilter) {
  const input = { limit: PAGE, ...filter }
  const all = trpc.audit.list.useInfiniteQuery(input, { ...PAGES, enabled: projectId === undefined })
  const one = trpc.audit.listOfProject.useInfiniteQuery(
    { ...input, id: projectId ?? '' },
    { ...PAGES, enabled: projectId !== undefined },
  )
  const query = projectId === undefined ? all : one
  const { data, error, isPlaceholderData, hasNextPage, refetch } = query
  const { isLoading, load } = useNextPage(query, 'Failed to read the audit log')
  return {
    events: data?.pages.flat(),
    error: data ? null : error,
    isOld: isPlaceholderData,
    hasMore: hasNextPage,
    isLoadingMore: isLoading,
    loadMore: load,
    retry: () => void refetch(),
  }
}

export async function exportEvents(
  projectId: string | undefined,
  { action = [], ...filter }: AuditFilter,
  format: AuditFormat,
): Promise<void> {
  const query = new URLSearchParams({ format, ...(filter as Record<string, string>) })
  for (const name of action) query.append('action', name)
  const path = projectId === undefined ? '/admin/audit/export' : `/projects/${projectId}/audit/export`
  await download({ path: `${path}?${query}`, name: `audit.${format}`, failure: 'Failed to export the audit log' })
}
