import type { AuditEvent, AuditFilter, ExportAudit, ListAudit, ListProjectAudit } from '#shared/audit/audit-event.ts'
import type { IdInput } from '#shared/fields.ts'
import { PAGE_MAX } from '#shared/page.ts'
import type { Actor } from '../authorize.ts'
import type { ActorContext, UserContext } from '../context.ts'
import { cursorPage, type Page } from '../http/paging.ts'
import { identifyAdmin, identifyCaller } from '../trpc.ts'
import { auditFile, type AuditFile } from './audit-file.ts'
import { type AuditScope, countEvents, eventChunks, matching, readEvents } from './audit-events.repository.ts'
import { audit } from './audit.ts'
import { findAuditedProject } from './audit.repository.ts'

/** All events, newest first. */
export async function listAudit(ctx: UserContext, input: ListAudit): Promise<Page<AuditEvent>> {
  return await pageOfEvents(ctx, { networks: true }, input)
}

/** The events of a project, newest first. */
export async function listProjectAudit(
  ctx: ActorContext,
  { id, ...input }: ListProjectAudit,
): Promise<Page<AuditEvent>> {
  return await pageOfEvents(ctx, { project: await findAuditedProject(ctx.db, ctx.actor, id, 'audit.read') }, input)
}

export async function exportAudit(ctx: UserContext, input: ExportAudit): Promise<AuditFile> {
  return await fileOfEvents(ctx, { networks: true }, input, () => identifyAdmin(ctx))
}

export async function exportProjectAudit(
  ctx: ActorContext,
  { id, ...input }: ExportAudit & IdInput,
): Promise<AuditFile> {
  const find = (actor: Actor) => findAuditedProject(ctx.db, actor, id, 'audit.read')
  const check = async () => await find(await identifyCaller(ctx, 'manage'))
  return await fileOfEvents(ctx, { project: await find(ctx.actor) }, input, check)
}

async function pageOfEvents(
  { db, request }: ActorContext,
  scope: AuditScope,
  { limit = PAGE_MAX, ...filter }: ListAudit,
): Promise<Page<AuditEvent>> {
  const rows = await readEvents(db, scope, await matching(db, scope, filter), limit + 1)
  // The browser has no use for the total, which takes another pass over the log.
  const total = request.takesBytes ? await totalOf(db, scope, filter) : 0
  return cursorPage(rows, { limit }, total, ({ id }) => id)
}

async function totalOf(db: ActorContext['db'], scope: AuditScope, filter: Omit<ListAudit, 'limit'>): Promise<number> {
  return await countEvents(db, scope, await matching(db, scope, { ...filter, cursor: undefined }))
}

async function fileOfEvents(
  ctx: ActorContext,
  scope: AuditScope,
  { format, ...filter }: AuditFilter & Pick<ExportAudit, 'format'>,
  /** Throws if the caller has no access any more. A file takes as long as its client likes. */
  check: () => Promise<unknown>,
): Promise<AuditFile> {
  const projectId = 'project' in scope ? scope.project.id : null
  const found = await matching(ctx.db, scope, filter)
  // Its words may be the name or the address of a person, and no erasure changes events.
  const { q: _, ...kept } = filter
  async function* chunks() {
    // With the first chunk: a file of which nothing was sent is no export.
    await ctx.write(null, (db) => audit(db, ctx, { action: 'audit.exported', projectId, after: { format, ...kept } }))
    for await (const chunk of eventChunks(ctx.db, scope, found)) {
      yield chunk
      await check()
    }
  }
  return auditFile(format, chunks())
}
