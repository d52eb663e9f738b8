import { TEMP_PASSWORD_DAYS } from '#shared/admin/admin.ts'
import type { User } from '#shared/users/user.ts'
import { plain } from '../outbox/plain.ts'
import type { Mail } from '../mail/send-mail.ts'
import { DAY_MS, timeIn } from '../times.ts'

const NAME_MAX = 100

type Made = { user: User; tempPassword: string | null; by: { id: string; name: string } }

/** Tells a new user of the account. A password that the administrator chose is never sent. */
export function accountMail({ user, tempPassword, by }: Made, baseUrl: string): Mail {
  return {
    kind: 'account',
    to: { address: user.email, userId: user.id },
    causedBy: by.id,
    expiresAt: timeIn(TEMP_PASSWORD_DAYS * DAY_MS),
    content: {
      subject: 'Your account in Assay',
      lines: [
        `${plain(by.name, NAME_MAX)} has made an account for you in Assay.`,
        tempPassword === null
          ? `Sign in as ${user.email} with the password that you were given.`
          : `Sign in as ${user.email} with this temporary password: ${tempPassword}`,
      ],
      link: { text: 'Sign in', url: `${baseUrl}/login` },
      notes:
        tempPassword === null
          ? []
          : [`The password works for ${TEMP_PASSWORD_DAYS} days. You choose your own one when you first sign in.`],
    },
  }
}
