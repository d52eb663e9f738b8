import type { ReportAnswer } from '#shared/test-reports/test-report.ts'
import type { Actor } from '../authorize.ts'
import type { Db } from '../database/databases.ts'
import { storeAnswer } from '../http/idempotency.ts'
import type { Once } from '../http/idempotent-call.ts'
import { findRunOfReport, toTestRun } from '../test-runs/test-runs.repository.ts'
import { endRun, showRun } from '../test-runs/run-writes.repository.ts'
import { deleteReported } from '../attachments/arriving.repository.ts'
import { isComplete } from './is-complete.ts'
import { listReceivedReports, type ReportRow, setAnswer } from './test-reports.repository.ts'

/** Shows the run, completes it if this was its last report, and stores the answer. */
export async function finishReport(db: Db, actor: Actor, report: ReportRow): Promise<ReportAnswer> {
  const run = await findRunOfReport(db, actor, report.test_run_id, 'run.record')
  if (run.is_receiving === 1) await showRun(db, run)
  await completeRun(db, actor, report)
  const testRun = toTestRun(await findRunOfReport(db, actor, run.id, 'run.record'))
  const answer = answerFor(report, testRun)
  while (await deleteReported(db, report.id));
  await setAnswer(db, report, answer)
  if (report.idempotency !== null) await storeAnswer(db, JSON.parse(report.idempotency) as Once, answer)
  return answer
}

/** Completes the run of a report if nothing is missing. A run with other reports in recording is completed by the last one of them. */
export async function completeRun(db: Db, actor: Actor, { id, test_run_id }: ReportRow): Promise<void> {
  const run = await findRunOfReport(db, actor, test_run_id, 'run.complete')
  const reports = await listReceivedReports(db, run)
  const isLast = reports.every((report) => report.isRecorded || report.id === id)
  if (isLast && run.status === 'running' && isComplete(reports)) await endRun(db, run, 'completed', actor)
}

function answerFor(report: ReportRow, testRun: ReportAnswer['testRun']): ReportAnswer {
  const { created, recorded, executions } = report
  const { format, declared, ignored, warnings, attachments } = JSON.parse(report.answer) as ReportAnswer
  const read = executions + ignored.reduce((sum, { count }) => sum + count, 0)
  const counts = { declared, read, created, matched: recorded - created, recorded, attempts: executions - recorded }
  return { testRun, format, ...counts, ignored, warnings, attachments }
}
