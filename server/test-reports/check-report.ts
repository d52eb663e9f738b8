import type { ReportCheck } from '#shared/test-reports/test-report.ts'
import { afterExecution } from '#shared/test-results/flakiness.ts'
import { compareSeverity } from '#shared/test-results/severity.ts'
import { type Counted, countResults, type Summary, sumSummaries } from '#shared/test-runs/summary.ts'
import type { ActorContext } from '../context.ts'
import { giveWay } from '../limits/give-way.ts'
import { findProject } from '../projects/projects.repository.ts'
import { testsOf } from './parts.ts'
import { type ReadReport, readReport } from './read-report.ts'
import { type Wanted, wantedCases } from './report-cases.ts'
import type { ReportedExecution, ReportedTest } from './reported-test.ts'

/** Reads a report as an upload would and counts its tests. Records nothing. Throws BAD_REQUEST for an invalid one. */
export async function checkReport(
  { db, actor, config }: ActorContext,
  projectId: string,
  chunks: AsyncIterable<Buffer>,
): Promise<ReportCheck> {
  await findProject(db, actor, projectId, 'report.upload')
  const report = await readReport(chunks, config)
  try {
    const { format, declared, ignored, warnings } = report
    return { format, declared, ...(await countTests(report)), ignored, warnings }
  } finally {
    await report.close()
  }
}

/** Counts each test once. A retry joins the test before it, and tests with one automation key are one. */
async function countTests(report: ReadReport): Promise<{ summary: Summary; attempts: number }> {
  const joined = new Map<string, ReportedTest[]>()
  for await (const part of report.parts())
    for (const entry of wantedCases(testsOf(part)))
      if (entry.test.isRetry || entry.key !== null) joined.set(caseOf(entry), [])
  let summary = countResults([])
  let executions = 0
  for await (const part of report.parts()) {
    const alone: Counted[] = []
    for (const entry of wantedCases(testsOf(part))) {
      executions += entry.test.executions.length
      const others = joined.get(caseOf(entry))
      if (others) others.push(entry.test)
      else alone.push(outcomeOf([entry.test]))
    }
    summary = sumSummaries([summary, countResults(alone)])
    await giveWay()
  }
  summary = sumSummaries([summary, countResults(Array.from(joined.values(), outcomeOf))])
  return { summary, attempts: executions - summary.total }
}

const caseOf = ({ key, suite, test }: Wanted) => key ?? JSON.stringify([suite, test.name])

/** The last execution is the outcome; of several tests that are no retries, the most severe one. */
function outcomeOf(tests: ReportedTest[]): Counted {
  const inOrder = tests.flatMap(({ executions }) => executions)
  const isOne = tests.slice(1).every(({ isRetry }) => isRetry)
  const executions = isOne ? inOrder : inOrder.toSorted(compareSeverity)
  let state = { hasFailed: tests.some(({ isFlaky }) => isFlaky), flaky: false }
  for (const { status } of executions) state = afterExecution(state, status)
  return { status: (executions.at(-1) as ReportedExecution).status, flaky: state.flaky }
}
