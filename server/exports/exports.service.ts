import type { ExportFormat, ExportRun } from '#shared/exports/export.ts'
import { sumSummaries } from '#shared/test-runs/summary.ts'
import { audit, type AuditedEvent } from '../audit/audit.ts'
import type { ActorContext } from '../context.ts'
import { findProject } from '../projects/projects.repository.ts'
import { type ChunkFilter, listEarlierAttempts, resultChunks } from '../test-results/result-chunks.repository.ts'
import { listSuitesOfRun } from '../test-runs/run-suites.repository.ts'
import { findTestRun, toRunHead } from '../test-runs/test-runs.repository.ts'
import { identifyCaller } from '../trpc.ts'
import { csvFile } from './csv.ts'
import { ctrfFile } from './ctrf.ts'
import { htmlFile } from './html.ts'
import { jsonFile } from './json.ts'
import { junitFile } from './junit.ts'
import type { RunExport, SuiteOfRun } from './run-export.ts'

type Format = { type: string; extension: string; file: (source: RunExport) => AsyncGenerator<string> }

const FORMATS: Record<ExportFormat, Format> = {
  csv: { type: 'text/csv; charset=utf-8', extension: 'csv', file: csvFile },
  json: { type: 'application/json; charset=utf-8', extension: 'json', file: jsonFile },
  ctrf: { type: 'application/json; charset=utf-8', extension: 'ctrf.json', file: ctrfFile },
  junit: { type: 'application/xml; charset=utf-8', extension: 'xml', file: junitFile },
  html: { type: 'text/html; charset=utf-8', extension: 'html', file: htmlFile },
}

/** `count`: how many records the file has, if that is known before. */
export type ExportedFile = { name: string; type: string; pieces: AsyncGenerator<string>; count?: number }

/** The file of a run. Its results are read while it is sent, so a running run may change meanwhile. */
export async function exportRun(ctx: ActorContext, { testRunId, format }: ExportRun): Promise<ExportedFile> {
  const { db, actor, config } = ctx
  const found = await findTestRun(db, actor, testRunId, 'project.read')
  const { name: projectName } = await findProject(db, actor, found.project_id, 'project.read')
  const suites = await listSuitesOfRun(db, found)
  const run = { ...toRunHead(found), summary: sumSummaries(suites.map(({ summary }) => summary)) }
  const { type, extension, file } = FORMATS[format]
  const source: RunExport = {
    projectName,
    run,
    suites,
    version: config.version,
    results: () => inOrder(suites, (filter) => resultChunks(db, found, filter)),
    failures: () => inOrder(suites, (filter) => resultChunks(db, found, { ...filter, failures: true })),
    earlierAttempts: async (results) => {
      const retried = results.filter(({ attempts }) => attempts > 1).map(({ id }) => id)
      return Map.groupBy(await listEarlierAttempts(db, retried), ({ resultId }) => resultId)
    },
  }
  const event = { action: 'run.exported', projectId: found.project_id, target: found.id, after: { format } } as const
  return { name: fileName(projectName, run.ref, extension), type, pieces: audited(ctx, event, file(source)) }
}

/**
 * The event comes with the first piece: a file of which nothing was sent is no export. After each piece, access is
 * checked again: a file takes as long as its client likes.
 */
export async function* audited(
  ctx: ActorContext,
  event: AuditedEvent & { projectId: string },
  pieces: AsyncGenerator<string>,
): AsyncGenerator<string> {
  await ctx.write(null, (trx) => audit(trx, ctx, event))
  for await (const piece of pieces) {
    yield piece
    await findProject(ctx.db, await identifyCaller(ctx, 'read'), event.projectId, 'project.read')
  }
}

/** Reads suite by suite if several share a number: by number alone, their results would be mixed. */
async function* inOrder<T>(suites: SuiteOfRun[], read: (filter: ChunkFilter) => AsyncIterable<T>): AsyncGenerator<T> {
  for (const filter of filtersOf(suites)) yield* read(filter)
}

function filtersOf(suites: { id: string; number: number }[]): ChunkFilter[] {
  const filters: ChunkFilter[] = []
  let from = suites[0]?.number
  const shared = Map.groupBy(suites, ({ number }) => number)
  for (const { id, number } of suites) {
    const isShared = (shared.get(number)?.length ?? 0) > 1
    from ??= number
    if (!isShared) continue
    if (from < number) filters.push({ from, to: number - 1 })
    filters.push({ from: number, to: number, suiteId: id })
    from = number + 1
  }
  const last = suites.at(-1)?.number
  if (from !== undefined && last !== undefined && from <= last) filters.push({ from, to: last })
  return filters
}

const PROJECT_MAX = 80

/** Characters that file systems refuse, and those that reverse the direction of a name. */
const UNFIT = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}<>:"/\\|?*%]+/gu

export function fileName(projectName: string, ref: string, extension: string): string {
  const fit = Array.from(projectName.toWellFormed().replaceAll(UNFIT, ' ').replaceAll(/\s+/g, ' '))
    .slice(0, PROJECT_MAX)
    .join('')
    .replaceAll(/^[\s.]+|[\s.]+$/g, '')
  return `${fit || 'project'}-${ref}.${extension}`
}
