import { useQuery } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { trpcClient } from '#src/lib/trpc-client.ts'
import { trpc } from '#src/lib/trpc.ts'

/** How long the health of a case stays fresh. Runs change it rarely. */
const FRESH_MS = 10_000

type Wanted = {
  projectId: string
  /** The cases to read together: rows that name the same list share a request. */
  testCaseIds: string[]
  testCaseId: string
}

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
