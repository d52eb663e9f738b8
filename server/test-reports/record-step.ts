import type { ReportAnswer } from '#shared/test-reports/test-report.ts'
import type { Actor } from '../authorize.ts'
import type { Db } from '../database/databases.ts'
import { isPostgres } from '../database/dialect.ts'
import { claim } from '../database/scope.ts'
import { findProject } from '../projects/projects.repository.ts'
import { findRunOfReport } from '../test-runs/test-runs.repository.ts'
import { finishReport } from './finish-report.ts'
import { type Part, testsOf } from './parts.ts'
import { TestRecorder } from './record-tests.ts'
import { deletePart, firstPart } from './report-parts.repository.ts'
import { answerOf, findReport, type ReportRow, setCounts } from './test-reports.repository.ts'

/** Milliseconds after which a transaction takes no more parts: when other writes wait for it, and when none does. */
const AWAITED_MS = 20
const ALONE_MS = 300
/** Writes of other servers wait unseen. */
const UNSEEN_MS = 50

/** Whether a transaction that begins now should take no more parts. */
export function lateness(db: Db, isAwaited: () => boolean): () => boolean {
  const start = performance.now()
  const aloneMs = isPostgres(db) ? UNSEEN_MS : ALONE_MS
  return () => performance.now() - start > (isAwaited() ? AWAITED_MS : aloneMs)
}

/** The stored parts of a report. Each is removed when the next one is asked for. */
export async function* takeParts(db: Db, reportId: string): AsyncGenerator<Part> {
  for (let part = await firstPart(db, reportId); part; part = await firstPart(db, reportId)) {
    yield Buffer.from(part.tests, 'base64')
    await deletePart(db, { reportId, number: part.number })
  }
}

/**
 * Records parts of an accepted report until it is late, at least one. Those taken are removed in this transaction, so a
 * test is recorded once. Finishes the report and returns its answer when no part is left.
 */
export async function recordStep(
  db: Db,
  { id, project_id, test_run_id }: ReportRow & { project_id: string },
  parts: AsyncIterable<Part> | Iterable<Part>,
  isLate: () => boolean,
  // Acceptance has checked the sender; what was accepted is recorded even if the sender has left the project.
  actor: Actor = { kind: 'machine', projectId: project_id },
): Promise<ReportAnswer | undefined> {
  await claim(db, { testRun: test_run_id })
  const report = await findReport(db, id)
  const answer = report && answerOf(report)
  if (!report || answer) return answer
  const project = await findProject(db, actor, project_id, 'report.upload')
  const run = await findRunOfReport(db, actor, test_run_id, 'run.record')
  const recorder = new TestRecorder(db, project, run, report)
  let isFirst = true
  for await (const part of parts) {
    if (!isFirst && isLate()) {
      await setCounts(db, recorder.state())
      return undefined
    }
    await recorder.record(testsOf(part))
    isFirst = false
  }
  return await finishReport(db, actor, recorder.state())
}
