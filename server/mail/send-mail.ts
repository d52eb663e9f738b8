import { createHmac } from 'node:crypto'
import { seal, unsealWithPrevious } from '../auth/sealed.ts'
import type { Services } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { HOUR_MS, timeAgo } from '../times.ts'
import { countMails, queueMail, type MailRow } from './mails.repository.ts'

/** A part of a mail with a heading. */
export type MailSection = { title: string; url: string; lines: { text: string; url?: string }[] }

/** What a mail says, in plain text. What people wrote was made harmless by `plain` or `withoutLinks`. */
export type MailContent = {
  subject: string
  /** Paragraphs. The first line of a mail says what it is about. */
  lines: string[]
  list?: string[]
  sections?: MailSection[]
  link?: { text: string; url: string }
  /** Small print. */
  notes?: string[]
  /** Where this kind of mail is turned off with one click. */
  unsubscribeUrl?: string
}

export type Mail = {
  kind: string
  to: { address: string; userId?: string | undefined }
  /** The user whose call sends it. */
  causedBy?: string | null | undefined
  content: MailContent
  /** It is not sent later, because its content is then of no use. */
  expiresAt: string
  /** How many mails of its kind an address gets in an hour. */
  mostAnHour?: number
}

type Needed = Pick<Services, 'config' | 'tokens'>

const PURPOSE = 'mail'

/** Mails of one kind to one address in an hour, and those that one user may cause. */
const [PER_ADDRESS, PER_USER] = [5, 100] as const

export const isMailOn = ({ config }: Pick<Services, 'config'>) => config.SMTP_URL !== undefined

/**
 * Queues a mail in the transaction of a change; it is sent after the commit. Returns false, and queues nothing, if mail
 * is off or a limit is reached.
 */
export async function sendMail(db: Db, { config, tokens }: Needed, mail: Mail): Promise<boolean> {
  if (!isMailOn({ config })) return false
  const { kind, to, causedBy = null, content, expiresAt, mostAnHour = PER_ADDRESS } = mail
  const recipient = recipientOf(tokens, to.address)
  const counted = { kind, since: timeAgo(HOUR_MS) }
  if ((await countMails(db, { recipient }, counted)) >= mostAnHour) return false
  if (causedBy !== null && (await countMails(db, { caused_by: causedBy }, counted)) >= PER_USER) return false
  await queueMail(db, {
    kind,
    user_id: to.userId ?? null,
    caused_by: causedBy,
    recipient,
    sealed: seal(tokens, PURPOSE, JSON.stringify({ to: to.address, content } satisfies SealedMail)),
    expires_at: expiresAt,
  })
  return true
}

/** The address as limits know it. */
export function recipientOf(tokens: Services['tokens'], address: string): string {
  return createHmac('sha256', tokens.derive('mail recipients')).update(address.trim().toLowerCase()).digest('hex')
}

export type SealedMail = { to: string; content: MailContent }

/** Null once it was sent, and if the server's secret has changed. */
export function openMail(tokens: Services['tokens'], { sealed }: Pick<MailRow, 'sealed'>): SealedMail | null {
  if (sealed === null) return null
  const text = unsealWithPrevious(tokens, PURPOSE, sealed)
  return text === null ? null : (JSON.parse(text) as SealedMail)
}
