import { sumSummaries } from '#shared/test-runs/summary.ts'
import type { ReportAnswer } from '#shared/test-reports/test-report.ts'
import type { Actor, Authorized } from '../authorize.ts'
import type { Db } from '../db.ts'
import type { ProjectRow } from '../projects/projects.repository.ts'
import { type BatchEntry, insertAttempts, resultsOfCases } from '../test-results/batch.repository.ts'
import type { NewAttempt } from '../test-results/test-results.rows.ts'
import { addToSummary, type FoundRun } from '../test-runs/test-runs.repository.ts'
import { ReportCases, wantedCases } from './report-cases.ts'
import type { ReportedExecution } from './reported-test.ts'
import type { Spool } from './spool.ts'

/** Tests that are recorded before others get a turn: some milliseconds' worth. */
const BATCH = 200

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
  const seen = new Set<string>()
  let [executions, change] = [0, sumSummaries([])]
  for await (const tests of spool.batches(BATCH)) {
    const wanted = wantedCases(tests)
    const found = await cases.find(wanted)
    const results = await resultsOfCases(db, run.id, [...new Map(found.map((testCase) => [testCase.id, testCase])).values()])
    const entries = new Map<string, BatchEntry>()
    for (const [index, { id }] of found.entries()) {
      const entry = entries.get(id) ?? { ...(results.get(id) as BatchEntry), attempts: [] }
      const { test } = wanted[index] as (typeof wanted)[number]
      if (test.isFlaky) entry.result = { ...entry.result, has_failed: 1 }
      entry.attempts.push(...test.executions.map(toAttempt))
      executions += test.executions.length
      entries.set(id, entry)
      seen.add(id)
    }
    const recorded = await insertAttempts(db, actor, [...entries.values()], 'executed')
    change = sumSummaries([change, recorded.change])
    await new Promise(setImmediate)
  }
  await addToSummary(db, { testRunId: run.id, ...change })
  return { created: cases.created, matched: seen.size - cases.created, recorded: seen.size, attempts: executions - seen.size }
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
