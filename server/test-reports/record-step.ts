import type { MachineActor } from '../authorize.ts'
import type { Db } from '../database/databases.ts'
import { claim } from '../database/scope.ts'
import { findProject } from '../projects/projects.service.ts'
import { findRunOfReport } from '../test-runs/test-runs.service.ts'
import { finishReport } from './finish-report.ts'
import { recordTests } from './record-tests.ts'
import { type Part, takeParts } from './report-parts.repository.ts'
import { addCounts, answerOf, findReport, type ReportRow } from './test-reports.repository.ts'

/**
 * Records the next parts of a report, or finishes it when none are left. Both the tests and their removal from the parts
 * are in this transaction, so a test is recorded once. Does nothing if another server was faster.
 */
export async function recordStep(
  db: Db,
  { id, project_id, test_run_id }: ReportRow & { project_id: string },
  parts: Part[],
): Promise<void> {
  await claim(db, { testRun: test_run_id })
  const report = await findReport(db, id)
  if (!report || answerOf(report) || !(await takeParts(db, id, parts))) return
  // Acceptance has checked the sender; what was accepted is recorded even if the sender has left the project.
  const actor: MachineActor = { kind: 'machine', projectId: project_id }
  if (parts.length === 0) return void (await finishReport(db, actor, report))
  const project = await findProject(db, actor, project_id, 'report.upload')
  const run = await findRunOfReport(db, actor, test_run_id, 'run.record')
  const tests = parts.flatMap((part) => part.tests)
  await addCounts(db, id, await recordTests(db, project, run, report, tests))
}

const SLOW_MS = 40
const PARTS_MAX = 4

/** How many parts to record in one transaction, so that it takes at most 40 ms: others wait for it. */
export class Pace {
  parts = PARTS_MAX

  async measure<T>(work: () => Promise<T>): Promise<T> {
    const start = performance.now()
    const done = await work()
    const ms = performance.now() - start
    if (ms > SLOW_MS) this.parts = Math.max(1, this.parts >> 1)
    else if (ms < SLOW_MS / 3) this.parts = Math.min(PARTS_MAX, this.parts * 2)
    return done
  }
}
