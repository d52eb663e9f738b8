import { sumSummaries } from '#shared/test-runs/summary.ts'
import type { ReportAnswer } from '#shared/test-reports/test-report.ts'
import type { Actor, Authorized } from '../authorize.ts'
import type { Db } from '../database/databases.ts'
import type { ProjectRow } from '../projects/projects.repository.ts'
import {
  type BatchEntry,
  insertAttempts,
  insertAttemptsBelow,
  type Joining,
  resultsOfCases,
} from '../test-results/batch.repository.ts'
import type { NewAttempt } from '../test-results/test-results.rows.ts'
import { addToSummary, type FoundRun } from '../test-runs/test-runs.repository.ts'
import { badness, worstLast } from './badness.ts'
import { ReportCases, type Wanted, wantedCases } from './report-cases.ts'
import type { ReportedExecution } from './reported-test.ts'
import type { Spool } from './spool.ts'

/** Tests that are recorded before others get a turn: some milliseconds' worth. */
const BATCH = 100

type Counts = Pick<ReportAnswer, 'created' | 'matched' | 'recorded' | 'attempts'>

/**
 * Records the tests of a report in a run. Of each case the last execution becomes its result, the earlier ones
 * attempts of it. Between two batches others get a turn.
 */
export async function recordReport(
  db: Db,
  actor: Actor,
  project: Authorized<ProjectRow, 'report.upload'>,
  run: Authorized<FoundRun, 'run.record'>,
  spool: Spool,
): Promise<Counts> {
  const cases = new ReportCases(db, project)
  const told = new ToldTests()
  let [executions, change] = [0, sumSummaries([])]
  for await (const tests of spool.batches(BATCH)) {
    const wanted = wantedCases(tests)
    const found = await cases.find(wanted)
    const results = await resultsOfCases(db, run.id, [
      ...new Map(found.map((testCase) => [testCase.id, testCase])).values(),
    ])
    const entries = new Map<string, BatchEntry>()
    for (const [index, { id }] of found.entries()) {
      const telling = wanted[index] as Wanted
      executions += telling.test.executions.length
      const isOther = told.isOtherTest(id, telling)
      const entry = entries.get(id) ?? { ...(results.get(id) as Joining), attempts: [], recording: 'executed' }
      if (isOther && entry.attempts.length === 0 && isBelow(telling, entry))
        await insertAttemptsBelow(db, actor, withTest(entry, telling))
      else entries.set(id, withTest(entry, telling, isOther))
    }
    const recorded = await insertAttempts(db, actor, [...entries.values()])
    change = sumSummaries([change, recorded.change])
    await new Promise(setImmediate)
  }
  await addToSummary(db, { testRunId: run.id, ...change })
  const { size } = told.caseIds
  return { created: cases.created, matched: size - cases.created, recorded: size, attempts: executions - size }
}

/** The entry with the executions of one more test; of another test than before, the worst execution is the last. */
function withTest(entry: BatchEntry, { test }: Wanted, isOther = false): BatchEntry {
  const attempts = [...entry.attempts, ...test.executions.map(toAttempt)]
  const result = test.isFlaky ? { ...entry.result, has_failed: 1 as const } : entry.result
  return { ...entry, result, attempts: isOther ? worstLast(attempts) : attempts }
}

/** Whether a test ended better than what its case shows from an earlier batch. */
function isBelow({ test }: Wanted, { result }: BatchEntry): boolean {
  return badness((test.executions.at(-1) as ReportedExecution).status) < badness(result.status)
}

/** Which cases a report has told of, and of those that are known by a key, by which test. */
class ToldTests {
  readonly caseIds = new Set<string>()
  readonly #keyed = new Map<string, string>()

  /**
   * Whether the report has told of this case by a test of another name: that one is no retry, as when browsers share
   * one key, and the worse of the two counts.
   */
  isOtherTest(testCaseId: string, { key, suite, test }: Wanted): boolean {
    this.caseIds.add(testCaseId)
    if (key === null) return false
    const name = `${suite}\n${test.name}`
    const before = this.#keyed.get(testCaseId) ?? name
    this.#keyed.set(testCaseId, name)
    return before !== name
  }
}

function toAttempt({ status, message, trace, durationMs, startedAt }: ReportedExecution): NewAttempt {
  return {
    status,
    expected_value: null,
    actual_value: null,
    error_message: message,
    trace,
    notes: null,
    execution_time_ms: durationMs,
    started_at: startedAt,
  }
}
