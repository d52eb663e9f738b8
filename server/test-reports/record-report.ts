import { compareSeverity } from '#shared/test-results/severity.ts'
import type { ReportAnswer } from '#shared/test-reports/test-report.ts'
import type { Actor, Authorized } from '../authorize.ts'
import type { Db } from '../database/databases.ts'
import type { ProjectRow } from '../projects/projects.service.ts'
import {
  recordAttempts,
  recordEarlierAttempts,
  type Recording,
  type Target,
  targetsOfCases,
  toAttempt,
} from '../test-results/test-results.service.ts'
import type { FoundRun } from '../test-runs/test-runs.service.ts'
import { ReportCases, type Wanted, wantedCases } from './report-cases.ts'
import type { ReadReport } from './read-report.ts'
import type { ReportedExecution } from './reported-test.ts'

/** Tests recorded before the event loop gets a turn: a few milliseconds of work. */
const BATCH = 100

type Counts = Pick<ReportAnswer, 'created' | 'matched' | 'recorded' | 'attempts'>

/**
 * Records the tests of a report in a run. The last execution of each case becomes its result, the earlier ones its
 * attempts. Yields to the event loop between batches.
 */
export async function recordReport(
  db: Db,
  actor: Actor,
  project: Authorized<ProjectRow, 'report.upload'>,
  run: Authorized<FoundRun, 'run.record'>,
  report: Pick<ReadReport, 'tests'>,
): Promise<Counts> {
  const cases = new ReportCases(db, project)
  const seen = new SeenTests()
  let executions = 0
  for await (const tests of report.tests(BATCH)) {
    const wanted = wantedCases(tests)
    const found = await cases.find(wanted)
    const targets = await targetsOfCases(db, run.id, found)
    const recordings = new Map<string, Recording>()
    for (const [index, { id }] of found.entries()) {
      const entry = wanted[index] as Wanted
      executions += entry.test.executions.length
      const isOther = seen.isOtherTest(id, entry)
      const target = targets.get(id) as Target
      const recording = recordings.get(id)
      if (isOther && !recording && isLessSevere(entry, target)) {
        const { attempts } = withTest(target, entry)
        targets.set(id, { ...target, result: await recordEarlierAttempts(db, actor, { ...target, attempts }) })
      } else recordings.set(id, withTest(recording ?? target, entry, isOther))
    }
    await recordAttempts(db, actor, run.id, [...recordings.values()])
    await new Promise(setImmediate)
  }
  const { size } = seen.caseIds
  return { created: cases.created, matched: size - cases.created, recorded: size, attempts: executions - size }
}

/** Adds the executions of a test. When another test shares the case, the most severe execution comes last. */
function withTest(entry: Target & { attempts?: Recording['attempts'] }, { test }: Wanted, isOther = false): Recording {
  const { isNew, attempts: before = [] } = entry
  const result = test.isFlaky ? { ...entry.result, has_failed: 1 as const } : entry.result
  const attempts = [...before, ...test.executions.map((execution) => attemptOf(result, execution))]
  return { result, isNew, attempts: isOther ? attempts.toSorted(compareSeverity) : attempts, kind: 'executed' }
}

function attemptOf(result: Target['result'], { status, message, trace, durationMs, startedAt }: ReportedExecution) {
  return toAttempt(result, { status, errorMessage: message, trace, executionTimeMs: durationMs, startedAt })
}

/** Whether a test ended better than its case shows from an earlier batch. */
function isLessSevere({ test }: Wanted, { result }: Target): boolean {
  return compareSeverity(test.executions.at(-1) as ReportedExecution, result) < 0
}

/** The cases a report has named so far. */
class SeenTests {
  readonly caseIds = new Set<string>()

  /**
   * Whether another test had this case before, as when browsers share one key. It is no retry: the more severe of the
   * two counts.
   */
  isOtherTest(testCaseId: string, { test }: Wanted): boolean {
    const isKnown = this.caseIds.has(testCaseId)
    this.caseIds.add(testCaseId)
    return isKnown && !test.isRetry
  }
}
