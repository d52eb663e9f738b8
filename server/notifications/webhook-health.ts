import type { Webhook } from '#shared/notifications/webhook.ts'
import type { Services } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { isGivenUp } from '../outbox/retries.ts'
import { setWebhookState, type WebhookRow } from './webhooks.repository.ts'

type Needed = Pick<Services, 'log'>

export async function noteSuccess(db: Db, { id, failing_since }: WebhookRow): Promise<void> {
  if (failing_since !== null) await setWebhookState(db, id, { failing_since: null })
}

export async function noteFailure(services: Needed, db: Db, webhook: WebhookRow, nowMs: number): Promise<void> {
  if (webhook.failing_since === null)
    await setWebhookState(db, webhook.id, { failing_since: new Date(nowMs).toISOString() })
  else if (isGivenUp(webhook.failing_since, nowMs)) await switchOff(services, db, webhook, 'failing')
}

/** Its owner sees the reason in the settings of the project. */
export async function switchOff(
  { log }: Needed,
  db: Db,
  { id, project_id }: WebhookRow,
  reason: NonNullable<Webhook['offReason']>,
): Promise<void> {
  await setWebhookState(db, id, { is_active: 0, off_reason: reason })
  log.warn({ webhookId: id, projectId: project_id, reason }, 'a webhook was switched off')
}
