import type { MachineActor } from '../authorize.ts'
import type { Db } from '../database/databases.ts'
import { isPostgres } from '../database/dialect.ts'
import { claim } from '../database/scope.ts'
import { findProject } from '../projects/projects.repository.ts'
import { findRunOfReport } from '../test-runs/test-runs.repository.ts'
import { finishReport } from './finish-report.ts'
import { linesOf } from './pack.ts'
import { TestRecorder } from './record-tests.ts'
import { deleteRecorded, nextPart, type Part } from './report-parts.repository.ts'
import type { ReportedTest } from './reported-test.ts'
import { answerOf, findReport, type ReportRow, setCounts } from './test-reports.repository.ts'

/** Milliseconds after which a transaction takes no more parts: when other writes wait for it, and when none does. */
const AWAITED_MS = 20
const ALONE_MS = 300
/** Writes of other servers wait unseen. */
const UNSEEN_MS = 50

/**
 * Records the next parts of a report, and finishes it when none is left. Both the tests and the removal of a part are in
 * this transaction, so a test is recorded once. Returns how many of these parts are recorded; none if another server was
 * faster.
 */
export async function recordStep(
  db: Db,
  { id, project_id, test_run_id }: ReportRow & { project_id: string },
  parts: Part[],
  isAwaited: () => boolean,
): Promise<number> {
  const start = performance.now()
  await claim(db, { testRun: test_run_id })
  const report = await findReport(db, id)
  const first = await nextPart(db, id)
  if (!report || answerOf(report) || first !== parts[0]?.number) return 0
  // Acceptance has checked the sender; what was accepted is recorded even if the sender has left the project.
  const actor: MachineActor = { kind: 'machine', projectId: project_id }
  const project = await findProject(db, actor, project_id, 'report.upload')
  const run = await findRunOfReport(db, actor, test_run_id, 'run.record')
  const recorder = new TestRecorder(db, project, run, report)
  const aloneMs = isPostgres(db) ? UNSEEN_MS : ALONE_MS
  let recorded = 0
  for (const { tests } of parts) {
    await recorder.record(linesOf(tests).map((json) => JSON.parse(json) as ReportedTest))
    recorded += 1
    if (performance.now() - start > (isAwaited() ? AWAITED_MS : aloneMs)) break
  }
  await deleteRecorded(db, { reportId: id, upTo: (parts[recorded - 1] as Part).number })
  const state = recorder.state(report)
  if ((await nextPart(db, id)) === undefined) await finishReport(db, actor, state)
  else await setCounts(db, state)
  return recorded
}
