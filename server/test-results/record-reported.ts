import { isFailure } from '#shared/test-results/severity.ts'
import type { Db } from '../database/databases.ts'
import { noteResults } from '../database/changes.ts'
import { updateSummary } from '../test-runs/summary.repository.ts'
import { counted, flag } from './attempt.ts'
import {
  type AttemptOrigin,
  findOutcome,
  insertAttempts,
  listOrigins,
  listReportOrigins,
  updateCounts,
  upsertResults,
} from './attempts.repository.ts'
import type { Target } from './run-results.repository.ts'
import { type ReportOrigin, shownAttempt } from './shown-attempt.ts'
import type { NewAttempt } from './test-results.rows.ts'

/**
 * A test of a report with the result of its case; `attempts` are oldest first. Tests of one report with the same `test`
 * are different tests, except for `isRetry`, a later execution of the previous one.
 */
export type ReportedTestResult = Target & { test: string; attempts: NewAttempt[]; isRetry: boolean; isFlaky: boolean }

type Report = { id: string; testRunId: string; sentBy: string | null; isHidden: boolean }

/**
 * Adds the executions of a report to the results of its run. Several tests may share a result. The shown attempt is
 * decided from the stored attempts, so that the split of a report into parts does not matter. Returns the number of
 * results that had no attempt of this report before.
 */
export async function recordReported(db: Db, report: Report, tests: ReportedTestResult[]): Promise<number> {
  const known = tests.filter(({ result }) => result.attempts > 0).map(({ result }) => result.id)
  const earlier = await listOrigins(db, [...new Set(known)])
  const others = [...earlier.values()].flat().flatMap((attempt) => attempt.report ?? [])
  const origins = await listReportOrigins(db, [...new Set([report.id, ...others])])
  const now = new Date().toISOString()
  const changes = Array.from(
    Map.groupBy(tests, ({ result }) => result.id),
    ([id, sharing]) => changeOf(report, sharing, earlier.get(id) ?? [], origins, now),
  )
  await updateResults(db, changes)
  await insertAttempts(
    db,
    changes.flatMap(({ added }) => added),
  )
  await updateSummary(
    db,
    report.testRunId,
    changes.map(({ result, isNew, state }) => ({ before: isNew ? null : counted(result), after: counted(state) })),
  )
  const ids = changes.map(({ state }) => state.id)
  if (!report.isHidden) noteResults(db, report.testRunId, ids)
  return changes.filter(({ earlier: before }) => before.every((attempt) => attempt.report !== report.id)).length
}

type Change = ReturnType<typeof changeOf>

function changeOf(
  report: Report,
  sharing: ReportedTestResult[],
  earlier: AttemptOrigin[],
  origins: ReadonlyMap<string, ReportOrigin>,
  now: string,
) {
  const { result, isNew } = sharing[0] as ReportedTestResult
  const added = addedAttempts(report, sharing, earlier, now)
  const shown = shownAttempt<AttemptOrigin>([...earlier, ...added], origins) as AttemptOrigin
  const hasFailed =
    result.has_failed === 1 || sharing.some(({ isFlaky }) => isFlaky) || added.some(({ status }) => isFailure(status))
  const state = {
    ...result,
    status: shown.status,
    attempts: result.attempts + added.length,
    has_failed: flag(hasFailed),
    flaky: flag(hasFailed && shown.status === 'passed'),
  }
  const before = shownAttempt(earlier, origins)?.number
  return { result, isNew, earlier, added, shown: shown.number, isUnchanged: before === shown.number, state }
}

/** The rows to insert. `report` and `test` are for `shownAttempt`. */
function addedAttempts(
  { id: report, sentBy }: Report,
  sharing: ReportedTestResult[],
  earlier: AttemptOrigin[],
  executed_at: string,
) {
  const nameOf = namesIn(earlier.flatMap((attempt) => (attempt.report === report ? (attempt.test ?? []) : [])))
  let number = sharing[0]?.result.attempts ?? 0
  return sharing.flatMap((one) => {
    const test = nameOf(one)
    return one.attempts.map((attempt) => ({
      ...attempt,
      report,
      test,
      test_result_id: one.result.id,
      number: (number += 1),
      executed_at,
      executed_by: sentBy,
      test_report_id: report,
      reported_test: test,
    }))
  })
}

/** Numbers tests with the same name; a retry gets the name of the test before it. */
export function namesIn(known: string[]) {
  const names = new Set(known)
  return ({ test, isRetry }: Pick<ReportedTestResult, 'test' | 'isRetry'>): string => {
    let number = 1
    while (names.has(`${test} ${number}`)) number += 1
    const name = `${test} ${isRetry ? Math.max(1, number - 1) : number}`
    names.add(name)
    return name
  }
}

async function updateResults(db: Db, changes: Change[]): Promise<void> {
  const changed = []
  for (const { added, shown, isUnchanged, state } of changes) {
    const outcome = added.find(({ number }) => number === shown)
    if (outcome) changed.push({ ...state, ...outcome, number: state.number })
    else if (isUnchanged) await updateCounts(db, state)
    else changed.push({ ...state, ...(await findOutcome(db, state.id, shown)) })
  }
  await upsertResults(db, changed)
}
