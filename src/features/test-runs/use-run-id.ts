import { isRunRef } from '#shared/test-runs/run-ref.ts'
import { trpc } from '#src/lib/trpc.ts'

/** The maximum number of runs whose texts contain the ref: R1 is also in R10. */
const FOUND = 1_000

/**
 * Finds a run by its id or ref. The id is undefined until it is known, and null if the project has no such run. `error`
 * says why it could not be found out.
 */
export function useRunId(projectId: string, given: string | null) {
  const isRef = given !== null && isRunRef(given)
  const { data, error, refetch } = trpc.testRuns.list.useQuery(
    { projectId, q: given ?? '', limit: FOUND },
    { enabled: isRef, staleTime: Infinity },
  )
  const found = isRef ? data?.find(({ ref }) => ref.toLowerCase() === given.toLowerCase()) : undefined
  return {
    id: isRef ? data && (found?.id ?? null) : given,
    error: isRef && !data ? error : null,
    retry: () => void refetch(),
  }
}
