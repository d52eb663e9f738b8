import type { EventBody } from '#shared/notifications/event.ts'
import type { Services } from '../context.ts'
import type { DeliveryRow } from '../outbox/claims.repository.ts'
import { answerAt, type Attempt, type Outcome, reasonOf, refused, stopwatch } from '../outbox/outcome.ts'
import { deliverAsMail } from './deliver-as-mail.ts'
import { findEvent } from './deliveries.repository.ts'
import { prepareEvent } from './prepare-event.ts'
import { renderRequest } from './render.ts'
import { openWebhook, unsealWebhook } from './sealed-webhook.ts'
import { noteFailure, noteSuccess, switchOff } from './webhook-health.ts'
import { findWebhook, type WebhookRow } from './webhooks.repository.ts'

type Needed = Pick<Services, 'db' | 'snapshot' | 'write' | 'sender' | 'config' | 'tokens' | 'log'>

const GONE = 410

/** Attempts to deliver an event to a webhook. */
export async function deliverToWebhook(
  services: Needed,
  delivery: DeliveryRow,
  { nowMs, signal }: Attempt,
): Promise<Outcome> {
  const { db, config } = services
  const webhook = await findWebhook(db, delivery.target)
  if (!webhook) return { kind: 'unwanted' }
  if (webhook.is_active === 0) return refused('The endpoint is switched off', nowMs)
  const event = delivery.event_id === null ? undefined : await findEvent(db, delivery.event_id)
  if (!event) return { kind: 'unwanted' }
  const body = event.body ?? (await prepareEvent(services, event, config.PUBLIC_URL ?? webhook.base_url))
  if (body === null || !isWanted(webhook, JSON.parse(body) as EventBody)) return { kind: 'unwanted' }
  const outcome = await send(services, { delivery, webhook, body }, { nowMs, signal })
  if (event.body !== null || outcome.kind === 'unwanted') return outcome
  return { ...outcome, body }
}

type Wanted = { delivery: DeliveryRow; webhook: WebhookRow; body: string }

async function send(
  services: Needed,
  { delivery, webhook, body }: Wanted,
  { nowMs, signal }: Attempt,
): Promise<Outcome> {
  const { sender, tokens } = services
  const secrets = unsealWebhook(tokens, webhook)
  if (!secrets) return refused('Its address cannot be decrypted, because JWT_SECRET has changed. Enter it again', nowMs)
  const { form } = webhook
  if (form === 'mail')
    return await deliverAsMail(services, { delivery, webhook, to: secrets.url, body }, { nowMs, signal })
  const request = renderRequest({ id: delivery.id, form, body }, openWebhook(secrets, nowMs), nowMs)
  if (!request) return { kind: 'unwanted' }
  const sent = form === 'webhook' ? null : request.body
  const took = stopwatch()
  try {
    const { status, body: text, retryAfter } = await sender.send(request, signal)
    const answer = answerAt(nowMs, { status, body: text, durationMs: took() })
    const isDelivered = status >= 200 && status < 300
    if (isDelivered)
      return { kind: 'delivered', request: sent, answer, also: async (trx) => await noteSuccess(trx, webhook) }
    const error = `Answered ${status}, not 2xx`
    const failed = { request: sent, answer: { ...answer, error } }
    if (status === GONE) return { kind: 'failed', ...failed, also: (trx) => switchOff(services, trx, webhook, 'gone') }
    return { kind: 'retry', ...failed, retryAfter, also: (trx) => noteFailure(services, trx, webhook, nowMs) }
  } catch (error) {
    signal.throwIfAborted()
    const answer = answerAt(nowMs, { error: reasonOf(error), durationMs: took() })
    return { kind: 'retry', request: sent, answer, also: (trx) => noteFailure(services, trx, webhook, nowMs) }
  }
}

/** What could not be decided in the transaction of the change. */
function isWanted(webhook: WebhookRow, { type, data }: EventBody): boolean {
  if (type === 'run.completed') return isWantedEnd(webhook, data)
  if (type !== 'run.newFailures') return true
  // As messages for people, both events of one run have the same words.
  const isTold = webhook.form !== 'webhook' && (JSON.parse(webhook.events) as string[]).includes('run.completed')
  return hasNewFailures(data) && !(isTold && isWantedEnd(webhook, data))
}

function isWantedEnd({ told_when }: WebhookRow, data: EventBody['data']): boolean {
  if (told_when === 'every') return true
  return told_when === 'turns' ? data.turned === true : hasNewFailures(data)
}

const hasNewFailures = ({ newFailures = [] }: EventBody['data']) => newFailures.length > 0
