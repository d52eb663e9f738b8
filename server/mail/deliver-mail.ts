import type { Config } from '../config.ts'
import type { Services } from '../context.ts'
import type { Db } from '../database/databases.ts'
import type { DeliveryRow } from '../outbox/claims.repository.ts'
import { answerAt, type Attempt, type Outcome, reasonOf, refused, stopwatch } from '../outbox/outcome.ts'
import { findMail, forgetContent, type MailRow } from './mails.repository.ts'
import { renderMail } from './render-mail.ts'
import { openMail, type SealedMail } from './send-mail.ts'

/** All of them together are shorter than a lease of the outbox, so that no other server sends it meanwhile. */
const TIMEOUT_MS = 45_000
const STEP_MS = 15_000

type Needed = Pick<Services, 'db' | 'config' | 'tokens' | 'log'>

/** Attempts to deliver a mail to the SMTP server. */
export async function deliverMail(services: Needed, delivery: DeliveryRow, attempt: Attempt): Promise<Outcome> {
  const { db, config, tokens, log } = services
  const mail = await findMail(db, delivery.mail_id ?? '')
  if (!mail) return { kind: 'unwanted' }
  const noted = log.child({ mailId: mail.id, kind: mail.kind })
  const giveUp = (error: string): Outcome => {
    noted.warn({ error }, 'a mail was given up')
    return { ...refused(error, attempt.nowMs), also: forget(mail) }
  }
  if (config.SMTP_URL === undefined) return giveUp('SMTP_URL is not set')
  if (Date.parse(mail.expires_at) <= attempt.nowMs) return giveUp('It is of no use any more')
  const open = openMail(tokens, mail)
  if (!open) return giveUp('It cannot be decrypted, because JWT_SECRET has changed')
  const took = stopwatch()
  try {
    const body = await handMail(config, delivery.id, open, attempt)
    const answer = answerAt(attempt.nowMs, { body, durationMs: took() })
    return { kind: 'delivered', request: null, answer, also: forget(mail) }
  } catch (error) {
    attempt.signal.throwIfAborted()
    const reason = reasonOf(error)
    if (isRefused(error)) return giveUp(reason)
    noted.warn({ error: reason }, 'a mail could not be delivered')
    const answer = answerAt(attempt.nowMs, { error: reason, durationMs: took() })
    return { kind: 'retry', request: null, answer, also: forgetLast(mail) }
  }
}

/** Hands it to the SMTP server. All attempts have the same Message-ID. Returns the answer. */
export async function handMail(
  config: Config,
  id: string,
  { to, content }: SealedMail,
  { signal }: Attempt,
): Promise<string> {
  const { createTransport } = await import('nodemailer')
  const from = config.MAIL_FROM ?? ''
  const transport = createTransport({
    url: config.SMTP_URL,
    connectionTimeout: STEP_MS,
    greetingTimeout: STEP_MS,
    socketTimeout: STEP_MS,
    dnsTimeout: STEP_MS,
  })
  const { response } = await transport.sendMail({
    from,
    to: { name: '', address: to },
    ...renderMail(content),
    messageId: `<${id}@${domainOf(from)}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...(content.unsubscribeUrl && {
        'List-Unsubscribe': `<${content.unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  })
  return response
}

const domainOf = (from: string) => /@([^\s<>@]+)>?\s*$/.exec(from)?.[1] ?? 'assay'

/** The SMTP server will never take it. A refused sign-in is for the operator to mend. */
export function isRefused(error: unknown): boolean {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number }
  return responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE')
}

const forget =
  ({ id }: MailRow) =>
  async (db: Db) =>
    await forgetContent(db, id)

const forgetLast =
  ({ id }: MailRow) =>
  async (db: Db, isLast: boolean) => {
    if (isLast) await forgetContent(db, id)
  }
