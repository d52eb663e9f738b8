import type { ReportAnswer, UploadReport } from '#shared/test-reports/test-report.ts'
import type { ActorContext } from '../context.ts'
import { noteArrival } from '../arrivals/arrivals.service.ts'
import { findProject } from '../projects/projects.repository.ts'
import { acceptLong, acceptShort } from './accept-report.ts'
import { readReport } from './read-report.ts'
import type { Earlier, Upload } from './received-report.ts'

/** `isNew` is false when the same bytes were recorded in this run before. */
export type Uploaded = { answer: ReportAnswer; isNew: boolean }

/**
 * Records a report in the named run or in a new one, all or nothing. Reads the whole report before it writes. The
 * signal stops reading and waiting; what was accepted is recorded in any case. Throws BAD_REQUEST for an invalid report,
 * PAYLOAD_TOO_LARGE for one over a limit, CONFLICT for a run that has ended.
 */
export async function uploadReport(
  ctx: ActorContext,
  input: UploadReport,
  chunks: AsyncIterable<Buffer>,
  signal: AbortSignal,
): Promise<Uploaded> {
  await findProject(ctx.db, ctx.actor, input.projectId, 'report.upload')
  const report = await readReport(chunks, ctx.config)
  try {
    signal.throwIfAborted()
    const done = await record({ ctx, input, report }, signal)
    await noteArrival(ctx, input.projectId, 'reports')
    if ('recorded' in done) return { answer: done.recorded, isNew: true }
    return { answer: 'answer' in done ? done.answer : await ctx.reports.waitFor(done.unfinished, signal), isNew: false }
  } finally {
    await report.close()
  }
}

/** A short report is recorded when it is accepted. Others wait for their turn. */
async function record(upload: Upload, signal: AbortSignal): Promise<Earlier | { recorded: ReportAnswer }> {
  const { ctx, input, report } = upload
  if (report.isShort) return await acceptShort(upload)
  return await ctx.reports.inTurn(input.projectId, signal, async () => {
    const done = await acceptLong(upload, signal)
    if (!('accepted' in done)) return done
    await report.close()
    return { recorded: await ctx.reports.record(done.accepted) }
  })
}
