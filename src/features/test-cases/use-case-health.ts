import { useQuery } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { trpcClient } from '#src/lib/query-client.ts'
import { trpc } from '#src/lib/trpc.ts'

/** How long the health of a case stays fresh. Runs change it seldom. */
const FRESH_MS = 10_000

type Wanted = {
  projectId: string
  /** All that are read with it: rows that name the same ones share a request. */
  testCaseIds: string[]
  testCaseId: string
}

/** How a case fared in its last runs: the results, and how flaky it is. */
export function useCaseHealth({ projectId, testCaseIds, testCaseId }: Wanted) {
  const input = { projectId, testCaseIds }
  const { data: health, isError } = useQuery({
    queryKey: getQueryKey(trpc.quality.caseFlakiness, input, 'query'),
    queryFn: () => trpcClient.quality.caseFlakiness.query(input),
    enabled: testCaseIds.length > 0,
    staleTime: FRESH_MS,
    refetchOnWindowFocus: false,
    select: (cases) => cases.find((each) => each.testCaseId === testCaseId),
  })
  return { health, isError }
}
