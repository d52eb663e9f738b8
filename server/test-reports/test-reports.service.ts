import type { ReportAnswer, UploadReport } from '#shared/test-reports/test-report.ts'
import type { ActorContext } from '../context.ts'
import { noteArrival } from '../arrivals/arrivals.service.ts'
import { findProject } from '../projects/projects.repository.ts'
import { acceptReport } from './accept-report.ts'
import { readReport } from './read-report.ts'

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
    const record = async (): Promise<Uploaded> => {
      const accepted = await acceptReport({ ctx, input, report }, signal)
      if ('answer' in accepted) return accepted
      await report.close()
      return { answer: await ctx.reports.record(accepted.unfinished), isNew: accepted.isNew }
    }
    const uploaded = await (report.isShort ? record() : ctx.reports.inTurn(input.projectId, signal, record))
    await noteArrival(ctx, input.projectId, 'reports')
    return uploaded
  } finally {
    await report.close()
  }
}
