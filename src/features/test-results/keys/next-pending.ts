import type { TestResult } from '#shared/test-results/test-result.ts'
import { trpcClient } from '#src/lib/query-client.ts'
import { isFiltered, NO_FILTER } from '../list/run-filter.ts'
import type { RunList } from '../list/run-list.tsx'
import { draftOf } from '../store/drafts.ts'
import { readMatches } from '../store/use-filter-snapshot.ts'
import { shownResult } from '../verdicts/enter.ts'

/**
 * The first pending row after a row, from the end on to the start. Unsaved verdicts count. Undefined when none is
 * pending. Loaded rows answer themselves; the server names rows that are not.
 */
export async function findNextPending(list: RunList, after: number): Promise<number | undefined> {
  let last = list.itemAt(after)
  for (let step = 1; step <= list.rows; step += 1) {
    const row = (after + step) % list.rows
    const result = list.itemAt(row)
    if (!result) return (await askServer(list, last)) ?? (await searchAll(list, after))
    if (isPending(result)) return row
    last = result
  }
  return undefined
}

const isPending = (result: TestResult) => shownResult(result).status === 'pending'

/** Undefined if the row that the server names is not in the list, or its verdict is being sent. */
async function askServer(list: RunList, after: TestResult | undefined): Promise<number | undefined> {
  if (isFiltered(list.filter)) return undefined
  const next = await trpcClient.testResults.nextPending.query({ testRunId: list.run.id, after: after?.id })
  return next && isPending(next.result) ? list.rowAt(next.suiteId, next.position) : undefined
}

/** Compares the rows with all pending results of the run. */
async function searchAll(list: RunList, after: number): Promise<number | undefined> {
  const [ids, pending] = await Promise.all([
    list.idsBetween(0, list.rows - 1),
    readMatches(list.run.id, { ...NO_FILTER, statuses: ['pending'] }),
  ])
  for (let step = 1; step <= ids.length; step += 1) {
    const row = (after + step) % ids.length
    const id = ids[row] ?? ''
    const result = list.itemAt(row)
    if (result ? isPending(result) : pending.placeOf(id) && !draftOf(id)) return row
  }
  return undefined
}
