import type { RecordedResult } from '#shared/test-results/test-result.ts'
import type { RecordedResults } from '#shared/test-runs/test-run.ts'
import type { ActorContext } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { findTestRun, toTestRun } from '../test-runs/test-runs.repository.ts'
import { recordAttempts, type Recording } from './record-attempts.ts'
import type { ResultState } from './run-results.repository.ts'

/** The attempts of one result, each with its index in the request; none if nothing is recorded. */
export type Entry = Recording & { indexes: number[] }

/** Records the entries of a bulk call. Returns the outcomes in request order. */
export async function recordEntries(
  db: Db,
  { actor }: ActorContext,
  testRunId: string,
  entries: Entry[],
): Promise<RecordedResults> {
  const recorded = entries.filter(({ attempts }) => attempts.length > 0)
  const shown = await recordAttempts(db, actor, testRunId, recorded)
  const shownBy = new Map(recorded.map((entry, at) => [entry, shown[at]]))
  const results: RecordedResult[] = []
  for (const entry of entries)
    for (const [attempt, index] of entry.indexes.entries())
      results[index] = toRecorded(shownBy.get(entry)?.[attempt] ?? entry.result, entry.result)
  const { summary } = toTestRun(await findTestRun(db, actor, testRunId, 'run.record'))
  return { summary, results }
}

type State = Pick<ResultState, 'status' | 'attempts' | 'flaky'>

function toRecorded({ status, attempts, flaky }: State, { id, test_case_id }: ResultState): RecordedResult {
  return { resultId: id, testCaseId: test_case_id, status, attempts, flaky: flaky === 1 }
}
