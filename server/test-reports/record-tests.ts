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

/** Tests to record at once. With more, their objects would outlive several garbage collections. */
const BATCH = 200

/** Records tests of a report in its run, within one transaction. Finds their cases and creates the missing ones. */
export class TestRecorder {
  readonly #db: Db
  readonly #run: Run
  readonly #report: { id: string; sent_by: string | null }
  readonly #cases: ReportCases
  /** Those of the report so far. */
  readonly counts: Counts

  constructor(db: Db, project: Project, run: Run, report: { id: string; sent_by: string | null } & Counts) {
    this.#db = db
    this.#run = run
    this.#report = report
    this.#cases = new ReportCases(db, project, report.sent_by)
    const { created, recorded, executions } = report
    this.counts = { created, recorded, executions }
  }

  /** Lets other calls run now and then. */
  async record(tests: ReportedTest[]): Promise<void> {
    for (let from = 0; from < tests.length; from += BATCH) {
      await this.#recordBatch(wantedCases(tests.slice(from, from + BATCH)))
      await new Promise(setImmediate)
    }
  }

  async #recordBatch(wanted: Wanted[]): Promise<void> {
    const { id, sent_by: sentBy } = this.#report
    const { cases, created } = await this.#cases.find(wanted)
    const targets = await targetsOfCases(this.#db, this.#run.id, cases)
    const results = cases.map((found, index) => resultOf(targets.get(found.id) as Target, wanted[index] as Wanted))
    const into = { id, testRunId: this.#run.id, sentBy, isHidden: this.#run.is_receiving === 1 }
    this.counts.recorded += await recordReported(this.#db, into, results)
    this.counts.created += created
    for (const { test } of wanted) this.counts.executions += test.executions.length
  }
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
