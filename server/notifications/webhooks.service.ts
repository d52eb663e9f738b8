import { DomainError, invalidField, notFound } from '#shared/errors.ts'
import type { IdInput } from '#shared/fields.ts'
import type { Message } from '#shared/message.ts'
import { EVENT_TYPES, type Form, STATUS_EVENTS, STATUS_FORMS } from '#shared/notifications/event.ts'
import {
  addressProblem,
  type CreatedWebhook,
  type CreateWebhook,
  type Delivery,
  ROTATION_HOURS,
  type RotatedSecret,
  type UpdateWebhook,
  type Webhook,
  type WebhookInput,
  WEBHOOKS_MAX,
} from '#shared/notifications/webhook.ts'
import type { ActorContext } from '../context.ts'
import { once } from '../http/idempotency.ts'
import { isMailOn } from '../mail/send-mail.ts'
import { findProject } from '../projects/projects.repository.ts'
import { HOUR_MS, timeIn } from '../times.ts'
import { findLogged, insertEvent } from './deliveries.repository.ts'
import { findManaged, toDelivery } from './delivery-log.ts'
import { InnerAddress, refuseInnerUrl } from './inner-addresses.ts'
import { sealWebhook, unsealWebhook } from './sealed-webhook.ts'
import { newSigningSecret } from './signature.ts'
import { deleteWebhook, insertWebhook, listWebhookRows, updateWebhook, type WebhookRow } from './webhooks.repository.ts'

export async function listWebhooks({ db, actor, tokens }: ActorContext, { id }: IdInput): Promise<Webhook[]> {
  const rows = await listWebhookRows(db, await findProject(db, actor, id, 'webhook.manage'))
  return rows.map((row) => toWebhook(row, unsealWebhook(tokens, row)?.url ?? null))
}

export async function createWebhook(ctx: ActorContext, input: CreateWebhook): Promise<CreatedWebhook> {
  const { form, url, token } = input
  await findProject(ctx.db, ctx.actor, input.id, 'webhook.manage')
  if (STATUS_FORMS.includes(form) && !token) throw invalidField('token', 'token is required for commit statuses')
  await refuseAddress(ctx, form, url)
  return await ctx.write({ project: input.id }, async (db) => {
    const project = await findProject(db, ctx.actor, input.id, 'webhook.manage')
    const create = async () => {
      if ((await listWebhookRows(db, project)).length >= WEBHOOKS_MAX)
        throw new DomainError('CONFLICT', `A project may have at most ${WEBHOOKS_MAX} endpoints`)
      const secret = form === 'webhook' ? newSigningSecret() : undefined
      const row = await insertWebhook(db, project, {
        form,
        events: JSON.stringify(eventsOf(form, input.events ?? ['run.completed'])),
        branch: input.branch || null,
        environment: input.environment || null,
        told_when: input.when ?? 'every',
        is_active: input.isActive === false ? 0 : 1,
        sealed: sealWebhook(ctx.tokens, { url, token: token ?? undefined, secret }),
        base_url: ctx.request.baseUrl,
      })
      return { ...toWebhook(row, url), secret: secret ?? null }
    }
    return await once(db, ctx, ['webhook', input], create, { isSecret: true })
  })
}

/** Commit statuses are always told the same. The order is ours. */
function eventsOf(form: Form, events: Webhook['events']): Webhook['events'] {
  return STATUS_FORMS.includes(form) ? STATUS_EVENTS : EVENT_TYPES.filter((type) => events.includes(type))
}

/** Omitted fields stay. An endpoint that is switched on again starts anew. */
export async function changeWebhook(ctx: ActorContext, input: UpdateWebhook): Promise<Webhook> {
  const { form } = await findManaged(ctx.db, ctx, input)
  if (input.url !== undefined) await refuseAddress(ctx, form, input.url)
  return await ctx.write({ project: input.id }, async (db) => {
    const webhook = await findManaged(db, ctx, input)
    const secrets = unsealWebhook(ctx.tokens, webhook)
    const url = input.url ?? secrets?.url
    if (url === undefined) throw invalidField('url', 'The address cannot be decrypted. Enter it again')
    // A token goes to no other address than the one that it was entered for.
    const token = input.token || (url === secrets?.url ? secrets.token : undefined)
    if (STATUS_FORMS.includes(webhook.form) && !token)
      throw invalidField('token', 'token is required for commit statuses')
    // A secret that cannot be decrypted is lost.
    const secret = secrets?.secret ?? (webhook.form === 'webhook' ? newSigningSecret() : undefined)
    const row = await updateWebhook(db, webhook, {
      sealed: sealWebhook(ctx.tokens, { ...secrets, url, token, secret }),
      ...(input.events && { events: JSON.stringify(eventsOf(webhook.form, input.events)) }),
      ...(input.branch !== undefined && { branch: input.branch || null }),
      ...(input.environment !== undefined && { environment: input.environment || null }),
      ...(input.when && { told_when: input.when }),
      ...(input.isActive != null && { is_active: input.isActive ? 1 : 0 }),
      ...(input.isActive && { failing_since: null, off_reason: null }),
    })
    return toWebhook(row, url)
  })
}

export async function removeWebhook(ctx: ActorContext, input: WebhookInput): Promise<Message> {
  return await ctx.write({ project: input.id }, async (db) => {
    await deleteWebhook(db, await findManaged(db, ctx, input))
    return { message: 'Endpoint deleted' }
  })
}

/** Sends a ping, whatever the endpoint is told otherwise. */
export async function testWebhook(ctx: ActorContext, input: WebhookInput): Promise<Delivery> {
  const delivery = await ctx.write({ project: input.id }, async (db) => {
    const { id, form, project_id, is_active } = await findManaged(db, ctx, input)
    return await once(db, ctx, ['ping', input], async () => {
      if (is_active === 0) throw new DomainError('CONFLICT', 'The endpoint is switched off')
      if (STATUS_FORMS.includes(form))
        throw new DomainError('CONFLICT', 'A commit status is tested by a run that names a commit')
      const [made] = await insertEvent(db, { project_id, type: 'ping', facts: {} }, [{ target: id, form }])
      const row = await findLogged(db, id, made as string)
      if (!row) throw notFound('Delivery')
      return toDelivery(row)
    })
  })
  ctx.outbox.wake()
  return delivery
}

/** The old secret signs, too, for a day. */
export async function rotateSecret(ctx: ActorContext, input: WebhookInput): Promise<RotatedSecret> {
  return await ctx.write({ project: input.id }, async (db) => {
    const webhook = await findManaged(db, ctx, input)
    const rotate = async () => {
      const secrets = unsealWebhook(ctx.tokens, webhook)
      if (webhook.form !== 'webhook') throw new DomainError('CONFLICT', 'Only webhooks are signed')
      if (!secrets?.secret) throw new DomainError('CONFLICT', 'The secret cannot be decrypted. Enter the address again')
      const secret = newSigningSecret()
      const oldSecretUntil = timeIn(ROTATION_HOURS * HOUR_MS)
      const old = { secret: secrets.secret, until: oldSecretUntil }
      await updateWebhook(db, webhook, { sealed: sealWebhook(ctx.tokens, { ...secrets, secret, old }) })
      return { secret, oldSecretUntil }
    }
    return await once(db, ctx, ['webhook secret', input], rotate, { isSecret: true })
  })
}

async function refuseAddress({ config }: ActorContext, form: Form, url: string): Promise<void> {
  const problem = addressProblem(form, url)
  if (problem !== null) throw invalidField('url', problem)
  if (form === 'mail') {
    if (isMailOn({ config })) return
    throw invalidField('form', 'This server sends no mails')
  }
  try {
    await refuseInnerUrl(new URL(url), config.OUTGOING_ALLOW)
  } catch (error) {
    throw error instanceof InnerAddress ? invalidField('url', error.message) : error
  }
}

function toWebhook(row: WebhookRow, url: string | null): Webhook {
  return {
    id: row.id,
    url,
    form: row.form,
    events: JSON.parse(row.events) as Webhook['events'],
    branch: row.branch,
    environment: row.environment,
    when: row.told_when,
    isActive: row.is_active === 1,
    createdAt: row.created_at,
    failingSince: row.failing_since,
    offReason: row.off_reason,
  }
}
