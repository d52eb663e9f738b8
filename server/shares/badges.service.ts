import { notFound } from '#shared/errors.ts'
import type { IdInput } from '#shared/fields.ts'
import type { Message } from '#shared/message.ts'
import type { Badge } from '#shared/shares/share.ts'
import { audit } from '../audit/audit.ts'
import { newSecret } from '../auth/secrets.ts'
import type { ActorContext } from '../context.ts'
import { once } from '../http/idempotency.ts'
import { findProject } from '../projects/projects.repository.ts'
import { type BadgeRow, deleteBadge, findBadge, replaceBadge } from './badges.repository.ts'

export async function readBadge(ctx: ActorContext, { id }: IdInput): Promise<Badge | null> {
  const row = await findBadge(ctx.db, await findProject(ctx.db, ctx.actor, id, 'badge.manage'))
  return row ? toBadge(ctx, row) : null
}

/** Creates the address of the badge. The earlier one stops working. */
export async function createBadge(ctx: ActorContext, input: IdInput): Promise<Badge> {
  return await ctx.write({ project: input.id }, async (db) => {
    const project = await findProject(db, ctx.actor, input.id, 'badge.manage')
    const create = async () => {
      await audit(db, ctx, { action: 'badge.created', projectId: project.id, target: project.id })
      return toBadge(ctx, await replaceBadge(db, project, newSecret()))
    }
    return await once(db, ctx, ['badge', input], create, { isSecret: true })
  })
}

export async function endBadge(ctx: ActorContext, { id }: IdInput): Promise<Message> {
  return await ctx.write({ project: id }, async (db) => {
    const project = await findProject(db, ctx.actor, id, 'badge.manage')
    if (!(await deleteBadge(db, project))) throw notFound('Badge')
    await audit(db, ctx, { action: 'badge.ended', projectId: id, target: id })
    return { message: 'Badge ended' }
  })
}

function toBadge({ config, request }: ActorContext, { token, created_at: createdAt }: BadgeRow): Badge {
  return { link: `${config.PUBLIC_URL ?? request.baseUrl}/api/badges/${token}.svg`, createdAt }
}
