import type { ReportAnswer } from '#shared/test-reports/test-report.ts'
import { newId } from '../database/new-id.ts'
import { finishReport } from './finish-report.ts'
import { type Earlier, findTarget, insertReceived, repeatEarlier, type Upload } from './received-report.ts'
import type { ReadReport } from './read-report.ts'
import { TestRecorder } from './record-tests.ts'
import type { ReportedTest } from './reported-test.ts'

/** More would make other writes wait. */
const EXECUTIONS = 800
const BYTES = 1024 * 1024

/** Whether a report can be recorded in one short transaction. The files in a report need several. */
export function isShort({ size, files }: ReadReport): boolean {
  return size.executions <= EXECUTIONS && size.bytes <= BYTES && files.ids.size === 0
}

/** Records a small report in one transaction. */
export async function recordAtOnce(upload: Upload): Promise<Earlier | { recorded: ReportAnswer }> {
  const { ctx, input, report } = upload
  const tests: ReportedTest[] = []
  for await (const batch of report.tests()) tests.push(...batch)
  return await ctx.write({ project: input.projectId }, async (db) => {
    const target = await findTarget(db, upload)
    if (!('project' in target)) {
      await repeatEarlier(db, upload, target)
      return target
    }
    const { row, run } = await insertReceived(db, upload, target, { id: newId(), isHidden: false })
    const recorder = new TestRecorder(db, target.project, run, row)
    await recorder.record(tests)
    return { recorded: await finishReport(db, ctx.actor, recorder.state(row)) }
  })
}
