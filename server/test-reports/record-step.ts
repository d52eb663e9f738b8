import type { ReportAnswer } from '#shared/test-reports/test-report.ts'
import type { Actor, Authorized, MachineActor } from '../authorize.ts'
import type { Db } from '../database/databases.ts'
import { isPostgres } from '../database/dialect.ts'
import { claim } from '../database/scope.ts'
import { findProject, type ProjectRow } from '../projects/projects.repository.ts'
import { findRunOfReport, type FoundRun } from '../test-runs/test-runs.repository.ts'
import { finishReport } from './finish-report.ts'
import { testsOf, unpack } from './parts.ts'
import { TestRecorder } from './record-tests.ts'
import { deletePart, firstPart } from './report-parts.repository.ts'
import { answerOf, findReport, type ReportRow, setCounts } from './test-reports.repository.ts'

/** Milliseconds after which a transaction takes no more parts: when other writes wait for it, and when none does. */
const AWAITED_MS = 20
const ALONE_MS = 300
/** Writes of other servers wait unseen. */
const UNSEEN_MS = 50

type Found = {
  actor: Actor
  project: Authorized<ProjectRow, 'report.upload'>
  run: Authorized<FoundRun, 'run.record'>
  report: ReportRow
}

/**
 * Records the next stored parts of an accepted report. The tests of a part and its removal are in this transaction, so a
 * test is recorded once. Returns the answer when no part is left.
 */
export async function recordStep(
  db: Db,
  { id, project_id, test_run_id }: ReportRow & { project_id: string },
  isAwaited: () => boolean,
): Promise<ReportAnswer | undefined> {
  await claim(db, { testRun: test_run_id })
  const report = await findReport(db, id)
  if (!report) return undefined
  // Acceptance has checked the sender; what was accepted is recorded even if the sender has left the project.
  const actor: MachineActor = { kind: 'machine', projectId: project_id }
  const project = await findProject(db, actor, project_id, 'report.upload')
  const run = await findRunOfReport(db, actor, test_run_id, 'run.record')
  const start = performance.now()
  const aloneMs = isPostgres(db) ? UNSEEN_MS : ALONE_MS
  const isLate = () => performance.now() - start > (isAwaited() ? AWAITED_MS : aloneMs)
  return answerOf(report) ?? (await recordParts(db, { actor, project, run, report }, takeParts(db, id), isLate))
}

async function* takeParts(db: Db, reportId: string): AsyncGenerator<string> {
  for (let part = await firstPart(db, reportId); part; part = await firstPart(db, reportId)) {
    yield unpack(Buffer.from(part.tests, 'base64'))
    await deletePart(db, { reportId, number: part.number })
  }
}

/** Records parts of a report, at least one. Finishes the report and returns its answer unless it is late before. */
export async function recordParts(
  db: Db,
  { actor, project, run, report }: Found,
  parts: AsyncIterable<string> | Iterable<string>,
  isLate = () => false,
): Promise<ReportAnswer | undefined> {
  const recorder = new TestRecorder(db, project, run, report)
  let recorded = 0
  for await (const part of parts) {
    if (recorded > 0 && isLate()) {
      await setCounts(db, recorder.state())
      return undefined
    }
    await recorder.record(testsOf(part))
    recorded += 1
  }
  return await finishReport(db, actor, recorder.state())
}
