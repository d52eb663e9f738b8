import type { MachineActor } from '../authorize.ts'
import type { Db } from '../database/databases.ts'
import { claim } from '../database/scope.ts'
import { findProject } from '../projects/projects.service.ts'
import { findRunOfReport } from '../test-runs/test-runs.service.ts'
import { finishReport } from './finish-report.ts'
import { recordTests } from './record-tests.ts'
import { type Part, takePart } from './report-parts.repository.ts'
import { addCounts, answerOf, findReport, type ReportRow } from './test-reports.repository.ts'

/**
 * Records the next part of a report, or finishes it when none is left. Both the tests and the removal of the part are in
 * this transaction, so a test is recorded once. Does nothing if another server was faster.
 */
export async function recordStep(
  db: Db,
  { id, project_id, test_run_id }: ReportRow & { project_id: string },
  part: Part | undefined,
): Promise<void> {
  await claim(db, { testRun: test_run_id })
  const report = await findReport(db, id)
  if (!report || answerOf(report) || !(await takePart(db, id, part))) return
  // Acceptance has checked the sender; what was accepted is recorded even if the sender has left the project.
  const actor: MachineActor = { kind: 'machine', projectId: project_id }
  if (!part) return void (await finishReport(db, actor, report))
  const project = await findProject(db, actor, project_id, 'report.upload')
  const run = await findRunOfReport(db, actor, test_run_id, 'run.record')
  await addCounts(db, id, await recordTests(db, project, run, report, part.tests))
}
