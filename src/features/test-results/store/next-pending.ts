import { trpcClient } from '#src/lib/query-client.ts'
import { NO_FILTER } from '../list/run-filter.ts'
import { draftOf } from './drafts.ts'
import type { FilterSnapshot, Place } from './filter-snapshot.ts'
import { readMatches } from './use-filter-snapshot.ts'

const PENDING = { ...NO_FILTER, statuses: ['pending'] as const }

/**
 * The place of the next pending result of a list, after one of its results or from the start, and round to it again.
 * Results with an entry that is not saved yet are not pending. Undefined when none is.
 */
export async function findNextPending(
  testRunId: string,
  snapshot: FilterSnapshot | null,
  after: string | undefined,
): Promise<Place | undefined> {
  return snapshot ? await nextListed(snapshot, after) : await nextInRun(testRunId, after)
}

async function nextInRun(testRunId: string, start: string | undefined): Promise<Place | undefined> {
  const seen = new Set<string>()
  for (let after = start; ;) {
    const next = await trpcClient.testResults.nextPending.query({ testRunId, after })
    if (!next || seen.has(next.result.id)) return undefined
    if (!isEntered(next.result.id)) return next
    seen.add(next.result.id)
    after = next.result.id
  }
}

async function nextListed(snapshot: FilterSnapshot, after: string | undefined): Promise<Place | undefined> {
  const pending = await readMatches(snapshot.testRunId, PENDING)
  const ids = snapshot.suites.flatMap(({ resultIds }) => resultIds)
  const from = after === undefined ? 0 : ids.indexOf(after) + 1
  const next = [...ids.slice(from), ...ids.slice(0, from)].find((id) => pending.placeOf(id) && !isEntered(id))
  return next === undefined ? undefined : snapshot.placeOf(next)
}

function isEntered(resultId: string): boolean {
  const draft = draftOf(resultId)
  return draft !== undefined && draft.state !== 'refused'
}
