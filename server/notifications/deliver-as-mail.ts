import type { EventBody } from '#shared/notifications/event.ts'
import type { Services } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { handMail, isRefused } from '../mail/deliver-mail.ts'
import { insertMail, countMails } from '../mail/mails.repository.ts'
import { renderMail } from '../mail/render-mail.ts'
import { recipientOf } from '../mail/send-mail.ts'
import { unsubscribeUrl } from '../mail/unsubscribe-link.ts'
import type { DeliveryRow } from '../outbox/claims.repository.ts'
import { answerAt, type Attempt, type Outcome, reasonOf, refused, stopwatch } from '../outbox/outcome.ts'
import { HOUR_MS, timeAgo } from '../times.ts'
import { mailMessage } from './forms/mail.ts'
import { messageOf } from './message.ts'
import { noteFailure, noteSuccess } from './webhook-health.ts'
import type { WebhookRow } from './webhooks.repository.ts'

/** An owner may enter the address of a stranger, at several endpoints, and send a mail again. */
const MAILS_AN_HOUR = 60

const KIND = 'endpoint'

type Needed = Pick<Services, 'db' | 'config' | 'tokens' | 'log'>
type Wanted = { delivery: DeliveryRow; webhook: WebhookRow; to: string; body: string }

/** Attempts to deliver an event as a mail. Whoever gets it may switch the endpoint off. */
export async function deliverAsMail(
  services: Needed,
  { delivery, webhook, to, body }: Wanted,
  { nowMs, signal }: Attempt,
): Promise<Outcome> {
  const { db, config, tokens } = services
  if (config.SMTP_URL === undefined) return refused('This server sends no mails', nowMs)
  const recipient = recipientOf(tokens, to)
  if ((await countMails(db, { recipient }, { kind: KIND, since: timeAgo(HOUR_MS, nowMs) })) >= MAILS_AN_HOUR)
    return refused(`An address gets at most ${MAILS_AN_HOUR} mails in an hour. Send it again later`, nowMs)
  const content = mailMessage(messageOf(JSON.parse(body) as EventBody))
  const request = renderMail(content).text
  const took = stopwatch()
  try {
    const link = unsubscribeUrl(services, { of: webhook.id, kind: KIND })
    const mail = { to, content: { ...content, unsubscribeUrl: link } }
    const reply = await handMail(config, delivery.id, mail, { nowMs, signal })
    const answer = answerAt(nowMs, { status: codeOf(reply), body: reply, durationMs: took() })
    const also = async (trx: Db) => {
      await insertMail(trx, {
        kind: KIND,
        recipient,
        user_id: null,
        caused_by: null,
        sealed: null,
        expires_at: answer.at,
      })
      await noteSuccess(trx, webhook)
    }
    return { kind: 'delivered', request, answer, also }
  } catch (error) {
    signal.throwIfAborted()
    const answer = answerAt(nowMs, { error: reasonOf(error), durationMs: took() })
    return {
      kind: isRefused(error) ? 'failed' : 'retry',
      request,
      answer,
      also: (trx) => noteFailure(services, trx, webhook, nowMs),
    }
  }
}

/** The code of an answer of the SMTP server: 250 OK. */
const codeOf = (reply: string) => (/^\d{3}/.test(reply) ? Number(reply.slice(0, 3)) : null)
