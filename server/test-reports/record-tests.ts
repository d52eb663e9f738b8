import { hash } from 'node:crypto'
import type { Authorized } from '../authorize.ts'
import type { Db } from '../database/databases.ts'
import type { ProjectRow } from '../projects/projects.service.ts'
import {
  recordReported,
  type ReportedTestResult,
  type Target,
  targetsOfCases,
  toAttempt,
} from '../test-results/test-results.service.ts'
import type { FoundRun } from '../test-runs/test-runs.service.ts'
import { ReportCases, type Wanted, wantedCases } from './report-cases.ts'
import type { ReportedExecution, ReportedTest } from './reported-test.ts'

type Project = Authorized<ProjectRow, 'report.upload'>
type Run = Authorized<FoundRun, 'run.record'>

/** Cases created, results with their first execution of the report, and executions. */
export type Counts = { created: number; recorded: number; executions: number }

/** Records tests of a report in its run. Finds their cases and creates the missing ones. */
export async function recordTests(
  db: Db,
  project: Project,
  run: Run,
  report: { id: string; sent_by: string | null },
  tests: ReportedTest[],
): Promise<Counts> {
  const cases = new ReportCases(db, project)
  const wanted = wantedCases(tests)
  const found = await cases.find(wanted)
  const targets = await targetsOfCases(db, run.id, found)
  const results = found.map(({ id }, index) => resultOf(targets.get(id) as Target, wanted[index] as Wanted))
  const into = { id: report.id, testRunId: run.id, sentBy: report.sent_by, isHidden: run.is_receiving === 1 }
  const recorded = await recordReported(db, into, results)
  const executions = wanted.reduce((sum, { test }) => sum + test.executions.length, 0)
  return { created: cases.created, recorded, executions }
}

function resultOf(target: Target, { test, suite, key }: Wanted): ReportedTestResult {
  const { isRetry = false, isFlaky = false } = test
  const isKeyed = key !== null
  const attempts = test.executions.map((execution) => attemptOf(target.result, execution))
  return { ...target, attempts, test: isKeyed ? digestOf(`${suite}\n${test.name}`) : '', isRetry, isFlaky }
}

function attemptOf(result: Target['result'], { status, message, trace, durationMs, startedAt }: ReportedExecution) {
  return toAttempt(result, { status, errorMessage: message, trace, executionTimeMs: durationMs, startedAt })
}

const DIGEST_LENGTH = 16

/** Of a test's name, which is shorter to store. Only tests with keys share a case. */
const digestOf = (name: string) => hash('sha256', name, 'base64').slice(0, DIGEST_LENGTH)
