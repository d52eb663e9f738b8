import type { ReportCheck } from '#shared/test-reports/test-report.ts'
import { isFailure } from '#shared/test-results/severity.ts'
import { type Counted, countResults, type Summary, sumSummaries } from '#shared/test-runs/summary.ts'
import type { ActorContext } from '../context.ts'
import { giveWay } from '../limits/give-way.ts'
import { findProject } from '../projects/projects.repository.ts'
import { namesIn } from '../test-results/record-reported.ts'
import { type ShownCandidate, shownAttempt } from '../test-results/shown-attempt.ts'
import { testsOf } from './parts.ts'
import { type ReadReport, readReport } from './read-report.ts'
import { identityOf } from './record-tests.ts'
import { type Wanted, wantedCases } from './report-cases.ts'

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
  const joined = new Map<string, Wanted[]>()
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
      if (others) others.push(entry)
      else alone.push(outcomeOf([entry]))
    }
    summary = sumSummaries([summary, countResults(alone)])
    await giveWay()
  }
  summary = sumSummaries([summary, countResults(Array.from(joined.values(), outcomeOf))])
  return { summary, attempts: executions - summary.total }
}

const caseOf = ({ key, suite, test }: Wanted) => key ?? JSON.stringify([suite, test.name])

/** The outcome of a case, by the rules of recording. A report alone replaces no other. */
function outcomeOf(tests: Wanted[]): Counted {
  const nameOf = namesIn([])
  const attempts = tests.flatMap((entry) => {
    const { isRetry = false, executions } = entry.test
    const test = nameOf({ test: identityOf(entry), isRetry })
    return executions.map(({ status }): ShownCandidate => ({ status, report: '', test }))
  })
  const { status } = shownAttempt(attempts, new Map()) as ShownCandidate
  const hasFailed = tests.some(({ test }) => test.isFlaky) || attempts.some((attempt) => isFailure(attempt.status))
  return { status, flaky: hasFailed && status === 'passed' }
}
