import {
  DELIVERIES_PAGE,
  type Delivery,
  type ListDeliveries,
  type ResendDelivery,
} from '#shared/notifications/webhook.ts'
import { DomainError, notFound } from '#shared/errors.ts'
import type { ActorContext } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { cursorPage, type Page, rowsToRead } from '../http/paging.ts'
import {
  countDeliveries,
  findLogged,
  listDeliveryRows,
  type LoggedRow,
  resetDelivery,
} from './deliveries.repository.ts'
import { findProject } from '../projects/projects.repository.ts'
import { findWebhookOf, type ManagedWebhook } from './webhooks.repository.ts'

/** The deliveries of the last 30 days, newest first. */
export async function listDeliveries(
  ctx: ActorContext,
  { limit = DELIVERIES_PAGE, cursor, ...of }: ListDeliveries,
): Promise<Page<Delivery>> {
  const { id } = await findManaged(ctx.db, ctx, of)
  const rows = await listDeliveryRows(ctx.db, id, { limit: rowsToRead(limit) as number, cursor })
  const total = await countDeliveries(ctx.db, id)
  return cursorPage(rows.map(toDelivery), { limit }, total, (delivery) => delivery.id)
}

/** Begins its attempts again, with the same id: the endpoint knows it if it has received it. */
export async function resendDelivery(ctx: ActorContext, input: ResendDelivery): Promise<Delivery> {
  const delivery = await ctx.write({ project: input.id }, async (db) => {
    const webhook = await findManaged(db, ctx, input)
    if (webhook.is_active === 0) throw new DomainError('CONFLICT', 'The endpoint is switched off')
    if (!(await findLogged(db, webhook.id, input.deliveryId))) throw notFound('Delivery')
    await resetDelivery(db, input.deliveryId, new Date().toISOString())
    return toDelivery((await findLogged(db, webhook.id, input.deliveryId)) as LoggedRow)
  })
  ctx.outbox.wake()
  return delivery
}

/** Throws NOT_FOUND or FORBIDDEN. */
export async function findManaged(
  db: Db,
  { actor }: Pick<ActorContext, 'actor'>,
  { id, webhookId }: { id: string; webhookId: string },
): Promise<ManagedWebhook> {
  const project = await findProject(db, actor, id, 'webhook.manage')
  const found = await findWebhookOf(db, project, webhookId)
  if (!found) throw notFound('Endpoint')
  return found
}

export function toDelivery(row: LoggedRow): Delivery {
  const answer = row.answer === null ? null : (JSON.parse(row.answer) as NonNullable<Delivery['answer']>)
  return {
    id: row.id,
    type: row.type as Delivery['type'],
    state: row.state,
    attempts: row.attempts,
    createdAt: row.created_at,
    nextAttemptAt: row.state === 'waiting' ? row.due_at : null,
    request: answer ? (row.request ?? (row.form === 'webhook' ? row.body : null)) : null,
    answer,
  }
}
