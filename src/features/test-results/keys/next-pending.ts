import type { TestResult } from '#shared/test-results/test-result.ts'
import { trpcClient } from '#src/lib/query-client.ts'
import { isFiltered } from '../list/run-filter.ts'
import type { RunList } from '../list/run-list.tsx'
import { shownResult } from '../verdicts/enter.ts'

/**
 * The first pending row after a row, from the end on to the start. Unsaved verdicts count. Undefined when none is
 * pending. In a filtered list, pages are read until there is one; else the server names it.
 */
export async function findNextPending(list: RunList, after: number): Promise<number | undefined> {
  let last: TestResult | undefined
  for (let step = 1; step <= list.rows; step += 1) {
    const row = (after + step) % list.rows
    const isLoaded = list.resultAt(row) !== undefined
    if (!isLoaded && !isFiltered(list.filter)) return await askServer(list, last)
    const result = list.resultAt(row) ?? (await list.loadResult(row))
    if (result && isPending(result)) return row
    last = result
  }
  return undefined
}

const isPending = (result: TestResult) => shownResult(result).status === 'pending'

async function askServer(list: RunList, from: TestResult | undefined): Promise<number | undefined> {
  let after = from?.id
  // A verdict that is being sent is still pending to the server.
  for (let tries = 0; tries < list.rows; tries += 1) {
    const next = await trpcClient.testResults.nextPending.query({ testRunId: list.run.id, after })
    if (!next || (next.result.id === after && tries > 0)) return undefined
    const row = list.rowAt(next.suiteId, next.position)
    if (row !== undefined && isPending(next.result)) return row
    after = next.result.id
  }
  return undefined
}
