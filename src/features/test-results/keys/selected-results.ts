import { RESULTS_BY_ID_MAX } from '#shared/test-results/match.ts'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { trpcClient } from '#src/lib/query-client.ts'
import type { RunList } from '../list/run-list.tsx'
import { selectedIds } from './selection.ts'

/** Requests at the same time. */
const READERS = 4

/** The newest states of all selected results in list order. Those whose page is not loaded are read. */
export async function selectedResults(list: RunList): Promise<TestResult[]> {
  const ids = selectedIds()
  const known = new Map<string, TestResult>()
  for (let row = 0; row < list.rows && known.size < ids.length; row += 1) {
    const result = list.resultAt(row)
    if (result) known.set(result.id, result)
  }
  const missing = ids.filter((id) => !known.has(id))
  const parts = Array.from({ length: Math.ceil(missing.length / RESULTS_BY_ID_MAX) }, (_, part) =>
    missing.slice(part * RESULTS_BY_ID_MAX, (part + 1) * RESULTS_BY_ID_MAX),
  )
  const read = async () => {
    for (let part = parts.shift(); part; part = parts.shift()) {
      const results = await trpcClient.testResults.readMany.query({ testRunId: list.run.id, resultIds: part })
      for (const result of results) known.set(result.id, result)
    }
  }
  await Promise.all(Array.from({ length: READERS }, read))
  return ids.flatMap((id) => known.get(id) ?? [])
}
