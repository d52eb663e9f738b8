import { RESULTS_BY_ID_MAX } from '#shared/limits.ts'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { trpcClient } from '#src/lib/trpc-client.ts'
import { isFiltered, NO_FILTER } from '../store/result-filter.ts'
import type { RunList } from '../list/run-list.tsx'
import { draftOf } from '../store/drafts.ts'
import { readMatches } from '../store/use-filter-snapshot.ts'
import { shownResult } from '../verdicts/shown-result.ts'

/**
 * The next pending row that a person can judge. Searches to the end, then from the start. Unsaved verdicts count as
 * recorded. Rows that are not loaded are read from the server. Undefined without any.
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

/** Automated cases are left out: only their own executions set a verdict. */
const isPending = (result: TestResult) => result.testCase.type !== 'auto' && shownResult(result).status === 'pending'

/** Undefined if the row that the server names is not in the list, is automated, or its verdict is being sent. */
async function askServer(list: RunList, after: TestResult | undefined): Promise<number | undefined> {
  if (isFiltered(list.filter)) return undefined
  const next = await trpcClient.testResults.nextPending.query({ testRunId: list.run.id, after: after?.id })
  return next && isPending(next.result) ? list.rowAt(next) : undefined
}

/** Compares the rows with all pending results of the run. */
async function searchAll(list: RunList, after: number): Promise<number | undefined> {
  const [ids, pending] = await Promise.all([
    list.idsBetween(0, list.rows - 1),
    readMatches(list.run, { ...NO_FILTER, statuses: ['pending'] }),
  ])
  const rows = ids.map((_, step) => (after + 1 + step) % ids.length)
  const candidates = rows.flatMap((row) => {
    const id = ids[row] ?? ''
    const result = list.itemAt(row)
    const mayBe = result ? isPending(result) : pending.placeOf(id) && !draftOf(id)
    return mayBe ? [{ row, id, isLoaded: result !== undefined }] : []
  })
  for (let start = 0; start < candidates.length; start += RESULTS_BY_ID_MAX) {
    const part = candidates.slice(start, start + RESULTS_BY_ID_MAX)
    const resultIds = part.filter(({ isLoaded }) => !isLoaded).map(({ id }) => id)
    const read =
      resultIds.length > 0 ? await trpcClient.testResults.readMany.query({ testRunId: list.run.id, resultIds }) : []
    const judged = new Set(read.filter(isPending).map(({ id }) => id))
    const found = part.find(({ id, isLoaded }) => isLoaded || judged.has(id))
    if (found) return found.row
  }
  return undefined
}
