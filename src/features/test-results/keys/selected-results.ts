import { RESULTS_BY_ID_MAX } from '#shared/limits.ts'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { trpcClient } from '#src/lib/trpc-client.ts'
import { cacheOf } from '../store/result-cache.ts'
import { selectedIds } from '../../keys/selection.ts'

/** Requests at the same time. */
const READERS = 4

/** The newest states of all selected results, in the order of their selection. Those whose page is not loaded are read. */
export async function selectedResults(testRunId: string): Promise<TestResult[]> {
  const ids = selectedIds()
  const cache = cacheOf(testRunId)
  const missing = ids.filter((id) => !cache.get(id))
  const parts = Array.from({ length: Math.ceil(missing.length / RESULTS_BY_ID_MAX) }, (_, part) =>
    missing.slice(part * RESULTS_BY_ID_MAX, (part + 1) * RESULTS_BY_ID_MAX),
  )
  const read = async () => {
    for (let part = parts.shift(); part; part = parts.shift()) {
      const askedAt = performance.now()
      cache.take(await trpcClient.testResults.readMany.query({ testRunId, resultIds: part }), { askedAt })
    }
  }
  await Promise.all(Array.from({ length: READERS }, read))
  return ids.flatMap((id) => cache.get(id) ?? [])
}
