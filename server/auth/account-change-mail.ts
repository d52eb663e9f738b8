import type { Services } from '../context.ts'
import type { Db } from '../database/databases.ts'
import type { UserRow } from '../database/tables.ts'
import { sendMail } from '../mail/send-mail.ts'
import { plain } from '../outbox/plain.ts'
import { DAY_MS } from '../times.ts'

const NAME_MAX = 100
const USEFUL_MS = 4 * DAY_MS
/** More than of other mails: nobody hides a change behind others. */
const MAILS_AN_HOUR = 50

const CHANGES = {
  'password changed': {
    subject: 'Your password in Assay was changed',
    line: 'The password of your account was changed, and sign-ins with the former one have ended.',
  },
  'password reset': {
    subject: 'Your password in Assay was reset',
    line: 'Your account has a temporary password, which an administrator gives you. All of your sign-ins have ended.',
  },
  'factor added': {
    subject: 'Second factor added in Assay',
    line: 'A second factor was added to your account. It is asked for after your password.',
  },
  'factor removed': {
    subject: 'Second factor removed in Assay',
    line: 'A second factor of your account was removed.',
  },
  'factors reset': {
    subject: 'Second factor reset in Assay',
    line: 'The second factors of your account were removed: your password alone signs you in. All of your sign-ins have ended.',
  },
  'recovery codes made': {
    subject: 'New recovery codes in Assay',
    line: 'New recovery codes were made for your account. The former ones have ended.',
  },
  'account reset': {
    subject: 'Your account in Assay was reset',
    line: 'The second factors of your account were removed, and it has a temporary password. All of your sign-ins have ended.',
  },
} as const

type Change = {
  what: keyof typeof CHANGES
  /** The name of the factor. */
  name?: string
  /** Who made it, unless it was the user. */
  by?: string
  /** Where a user was who made it. */
  network?: string
}

/** Tells users by mail of a change of how they sign in, so that they notice one that they did not make. */
export async function mailAccountChange(
  db: Db,
  services: Pick<Services, 'config' | 'tokens'>,
  { id, email }: Pick<UserRow, 'id' | 'email'>,
  change: Change,
): Promise<void> {
  if (email === null) return
  const { subject, line } = CHANGES[change.what]
  const now = new Date()
  await sendMail(db, services, {
    kind: 'account change',
    to: { address: email, userId: id },
    expiresAt: new Date(now.getTime() + USEFUL_MS).toISOString(),
    mostAnHour: MAILS_AN_HOUR,
    content: {
      subject,
      lines: [line, circumstances(change, now)],
      link: { text: 'Open your profile', url: `${services.config.PUBLIC_URL}/profile` },
      notes: [
        change.by === undefined
          ? 'If it was not you, set a new password, and tell an administrator.'
          : 'If you did not ask for it, tell an administrator.',
      ],
    },
  })
}

function circumstances({ name, by, network }: Change, now: Date): string {
  const of = [
    name !== undefined && `Name: ${plain(name, NAME_MAX)}`,
    `Time: ${now.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    by !== undefined && `By: ${plain(by, NAME_MAX)}`,
    network !== undefined && `From: ${network}`,
  ]
  return of.filter((part) => part !== false).join(', ')
}
