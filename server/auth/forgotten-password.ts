import type { ForgottenPassword, SetForgottenPassword } from '#shared/auth/auth.ts'
import { DomainError } from '#shared/errors.ts'
import type { Message } from '#shared/message.ts'
import { audit } from '../audit/audit.ts'
import type { Context } from '../context.ts'
import type { Db } from '../database/databases.ts'
import type { UserRow } from '../database/tables.ts'
import { isMailOn, type Mail, sendMail } from '../mail/send-mail.ts'
import { HOUR_MS, timeIn } from '../times.ts'
import { findUser, findUserByEmail, holdUser, updatePassword } from '../users/users.repository.ts'
import { mailAccountChange } from './account-change-mail.ts'
import { refuseWeakPassword } from './password-policy.ts'
import { seal, unseal } from './sealed.ts'

const PURPOSE = 'forgotten password'

/** What a link holds. It works until the user's tokens are revoked, as by a new password: so once. */
type Link = { userId: string; version: number; expiresAt: string }

/**
 * Sends a link by mail, if the address has an account. The answer comes before that is known, so that neither its text
 * nor its time tells.
 */
export function mailPasswordLink(ctx: Context, { email }: ForgottenPassword): Message {
  if (!isMailOn(ctx)) throw new DomainError('FORBIDDEN', 'This server sends no mails. Ask an administrator')
  void sendLink(ctx, email).catch((error: unknown) => ctx.log.error({ err: error }, 'a link was not sent'))
  return { message: 'If this address has an account, a mail with a link is on its way' }
}

async function sendLink(ctx: Context, email: string): Promise<void> {
  await ctx.write(null, async (db) => {
    const found = await findUserByEmail(db, email)
    const user = found && (await holdUser(db, found.id))
    if (user?.is_active === 1) await sendMail(db, ctx, linkMail(ctx, user, email))
  })
}

function linkMail({ tokens, config }: Context, user: UserRow, address: string): Mail {
  const expiresAt = timeIn(HOUR_MS)
  const link: Link = { userId: user.id, version: user.token_version, expiresAt }
  const sealed = seal(tokens, PURPOSE, JSON.stringify(link))
  return {
    kind: 'forgotten password',
    to: { address, userId: user.id },
    expiresAt,
    content: {
      subject: 'Your password in Assay',
      lines: ['Somebody, probably you, asked for a new password of your account in Assay.'],
      // The part after # is in no log.
      link: { text: 'Set a new password', url: `${config.PUBLIC_URL}/forgot-password#${sealed}` },
      notes: ['The link works once, for an hour. If it was not you, do nothing: your password stays.'],
    },
  }
}

/** Sets a new password by a link. All sessions end. */
export async function setForgottenPassword(
  ctx: Context,
  { token, newPassword }: SetForgottenPassword,
): Promise<Message> {
  const found = await userOfLink(ctx, ctx.db, token)
  await refuseWeakPassword(ctx, { password: newPassword, field: 'newPassword', of: found })
  const passwordHash = await ctx.passwords.hash(newPassword, { rank: 'sign-in', caller: ctx.request.network })
  await ctx.write('users', async (db) => {
    const user = await userOfLink(ctx, db, token)
    await updatePassword(db, user, passwordHash)
    await mailAccountChange(db, ctx, user, { what: 'password changed', network: ctx.request.network })
    await audit(db, ctx, { action: 'password.reset', target: user.id, byUser: user.id })
  })
  return { message: 'Password was reset' }
}

async function userOfLink({ tokens }: Context, db: Db, token: string): Promise<UserRow> {
  const text = unseal(tokens, PURPOSE, token)
  const link = text === null ? null : (JSON.parse(text) as Link)
  const user = link && link.expiresAt > new Date().toISOString() ? await findUser(db, link.userId) : undefined
  if (user?.is_active === 1 && user.token_version === link?.version) return user
  throw new DomainError('BAD_REQUEST', 'Invalid or expired link')
}
