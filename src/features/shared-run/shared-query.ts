import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ResultStatus } from '#shared/test-results/result-status.ts'
import type { SharedRun } from '#shared/shares/share.ts'
import { basePath } from '#src/lib/base-path.ts'

export class LinkEnded extends Error {}

type Page = { statuses: readonly ResultStatus[]; limit: number; offset: number }

/**
 * A page of a shared run. It is read without the session of the browser: the address alone grants access, and shows
 * everybody the same.
 */
export function useSharedRun(token: string, { statuses, limit, offset }: Page) {
  return useQuery({
    queryKey: ['shared run', token, { statuses, limit, offset }],
    queryFn: ({ signal }) => readShared(token, { statuses, limit, offset }, signal),
    retry: (failures, error) => failures < 1 && !(error instanceof LinkEnded),
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  })
}

async function readShared(token: string, { statuses, limit, offset }: Page, signal: AbortSignal): Promise<SharedRun> {
  const query = new URLSearchParams({ limit: String(limit), offset: String(offset) })
  for (const status of statuses) query.append('status', status)
  const answer = await fetch(`${basePath}/api/shared-runs/${encodeURIComponent(token)}?${query}`, {
    signal,
    credentials: 'omit',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
  })
  if (answer.status === 404 || answer.status === 400) throw new LinkEnded()
  if (!answer.ok) throw new Error(`The server answered ${answer.status}`)
  return (await answer.json()) as SharedRun
}
