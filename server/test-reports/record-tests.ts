import { hash } from 'node:crypto'
import type { ReportAnswer, ReportAttachments } from '#shared/test-reports/test-report.ts'
import { takeReported } from '../attachments/reported-attachments.ts'
import type { Authorized } from '../authorize.ts'
import type { Db } from '../database/databases.ts'
import type { ProjectRow } from '../projects/projects.repository.ts'
import { recordReported, type ReportedTestResult } from '../test-results/record-reported.ts'
import { type Target, targetsOfCases } from '../test-results/run-results.repository.ts'
import { toAttempt } from '../test-results/attempt.ts'
import type { FoundRun } from '../test-runs/test-runs.repository.ts'
import { addSkipped } from './report-files.ts'
import { ReportCases, type Wanted, wantedCases } from './report-cases.ts'
import type { ReportedExecution, ReportedTest } from './reported-test.ts'
import type { ReportRow } from './test-reports.repository.ts'

type Project = Authorized<ProjectRow, 'report.upload'>
type Run = Authorized<FoundRun, 'run.record'>

/** Cases created, results with their first execution of the report, and executions. */
type Counts = { created: number; recorded: number; executions: number }

export class TestRecorder {
  readonly #db: Db
  readonly #run: Run
  readonly #report: ReportRow
  readonly #attachments: ReportAttachments
  readonly #cases: ReportCases
  readonly #counts: Counts

  constructor(db: Db, project: Project, run: Run, report: ReportRow) {
    this.#db = db
    this.#run = run
    this.#report = report
    this.#cases = new ReportCases(db, project, report.sent_by)
    const { created, recorded, executions } = report
    this.#counts = { created, recorded, executions }
    // A report that an earlier version of Assay has begun to record has none.
    const { attachments } = JSON.parse(report.answer) as Partial<ReportAnswer>
    this.#attachments = attachments ?? { stored: 0, awaited: [], skipped: [] }
  }

  state(): ReportRow {
    const answer = JSON.stringify({ ...JSON.parse(this.#report.answer), attachments: this.#attachments })
    return { ...this.#report, ...this.#counts, answer }
  }

  /** Records the tests of a part, and then lets other calls run. */
  async record(tests: ReportedTest[]): Promise<void> {
    const wanted = wantedCases(tests)
    const { id, sent_by: sentBy } = this.#report
    const { cases, created } = await this.#cases.find(wanted)
    const targets = await targetsOfCases(this.#db, this.#run.id, cases)
    const results = cases.map((found, index) => resultOf(targets.get(found.id) as Target, wanted[index] as Wanted))
    const into = { id, testRunId: this.#run.id, sentBy, isHidden: this.#run.is_receiving === 1 }
    this.#counts.recorded += await recordReported(this.#db, into, results)
    this.#counts.created += created
    await this.#attach(wanted, results)
    for (const { test } of wanted) this.#counts.executions += test.executions.length
    await new Promise(setImmediate)
  }

  async #attach(wanted: Wanted[], results: ReportedTestResult[]): Promise<void> {
    const given = wanted.flatMap((entry, index) => {
      const { files } = entry.test
      return files && isFirst(entry) ? [{ resultId: (results[index] as ReportedTestResult).result.id, files }] : []
    })
    for (const { resultId, files } of given)
      for (const file of files)
        if ('path' in file) this.#attachments.awaited.push({ resultId, path: file.path, name: file.name })
    const embedded = given.map(({ resultId, files }) => ({ resultId, files: files.filter((file) => 'id' in file) }))
    const { stored, refused } = await takeReported(this.#db, this.#report, embedded)
    this.#attachments.stored += stored
    for (const { name, reason } of refused) addSkipped(this.#attachments.skipped, name, reason)
  }
}

/** A test with several keys is recorded for several cases; its files go to the first. */
function isFirst({ test, key }: Wanted): boolean {
  return key === (test.keys[0] ?? null)
}

function resultOf(target: Target, entry: Wanted): ReportedTestResult {
  const { isRetry = false, isFlaky = false, executions, defects } = entry.test
  const attempts = executions.map((execution) => attemptOf(target.result, execution, defects))
  return { ...target, attempts, test: identityOf(entry), isRetry, isFlaky }
}

/** Tells tests apart that share a case: only tests with keys do. */
export const identityOf = ({ test, suite, key }: Wanted) => (key === null ? '' : digestOf(`${suite}\n${test.name}`))

function attemptOf(
  result: Target['result'],
  { status, message, trace, durationMs, startedAt }: ReportedExecution,
  defects: ReportedTest['defects'],
) {
  return toAttempt(result, { status, errorMessage: message, trace, executionTimeMs: durationMs, startedAt, defects })
}

const DIGEST_LENGTH = 16

/** Of a test's name, which is shorter to store. */
export const digestOf = (name: string) => hash('sha256', name, 'base64').slice(0, DIGEST_LENGTH)
