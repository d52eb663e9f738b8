import { useQuery } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import type { QuarantinedCase } from '#shared/quarantine/quarantine.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { trpcClient } from '#src/lib/trpc-client.ts'
import { trpc } from '#src/lib/trpc.ts'

/** Other users may quarantine cases: the list is refetched after this time. */
const FRESH_MS = 60_000
const PAGE = 1_000

type Quarantine = ReadonlyMap<string, QuarantinedCase>

/** The quarantined cases of a project by case id, read once for all rows. Undefined while loading. */
export function useQuarantine(projectId: string): Quarantine | undefined {
  return useQuery(quarantineQuery(projectId)).data
}

export function useQuarantined(projectId: string, testCaseId: string): QuarantinedCase | undefined {
  return useQuarantine(projectId)?.get(testCaseId)
}

/** Refetches the list, paged reads included. */
export const refreshQuarantine = () => queryClient.invalidateQueries({ queryKey: getQueryKey(trpc.quarantine) })

const quarantineQuery = (projectId: string) => ({
  queryKey: [...getQueryKey(trpc.quarantine.list), { projectId, isMap: true }],
  queryFn: () => readAll(projectId),
  staleTime: FRESH_MS,
  structuralSharing: false,
})

async function readAll(projectId: string): Promise<Quarantine> {
  const byCase = new Map<string, QuarantinedCase>()
  for (let offset = 0; ; offset += PAGE) {
    const page = await trpcClient.quarantine.list.query({ projectId, limit: PAGE, offset })
    for (const entry of page) byCase.set(entry.testCase.id, entry)
    if (page.length < PAGE) return byCase
  }
}
