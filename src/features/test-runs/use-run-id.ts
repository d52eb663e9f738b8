import { isRunRef } from '#shared/test-runs/run-ref.ts'
import { trpc } from '#src/lib/trpc.ts'

/** The maximum number of runs whose texts contain the ref: R1 is also in R10. */
const FOUND = 1_000

/** Finds the id of a run by its id or ref. Undefined while it loads, null if the project has no such run. */
export function useRunId(projectId: string, given: string | null): string | null | undefined {
  const isRef = given !== null && isRunRef(given)
  const { data, isError } = trpc.testRuns.list.useQuery(
    { projectId, q: given ?? '', limit: FOUND },
    { enabled: isRef, staleTime: Infinity },
  )
  if (!isRef) return given
  if (!data) return isError ? null : undefined
  return data.find(({ ref }) => ref.toLowerCase() === given.toLowerCase())?.id ?? null
}
