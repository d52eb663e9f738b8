import type { AcceptInvite } from '#shared/invites/accept-invite.ts'
import { DomainError, invalidField, notFound } from '#shared/errors.ts'
import { NewPassword, name as nameField } from '#shared/fields.ts'
import {
  INVITE_HOURS,
  type CreateInvite,
  type Invite,
  type InviteLink,
  type ListInvites,
  type PendingInvite,
  type RevokeInvite,
  type ValidateInvite,
} from '#shared/invites/invite.ts'
import type { SessionFactor } from '#shared/auth/session.ts'
import type { Message } from '#shared/message.ts'
import { audit } from '../audit/audit.ts'
import { checkPassword } from '../auth/check-password.ts'
import { factorOfEvent, withSecondFactor } from '../auth/second-factor.ts'
import { refuseWeakPassword } from '../auth/password-policy.ts'
import { newSecret, secretHash } from '../auth/secrets.ts'
import { refuseUnusableAccount } from '../auth/account-state.ts'
import { rememberNetwork } from '../auth/known-networks.ts'
import { actorUserId } from '../authorize.ts'
import type { ActorContext, Context } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { answeredBefore, once } from '../http/idempotency.ts'
import type { UserRow } from '../database/tables.ts'
import { isMailOn, sendMail } from '../mail/send-mail.ts'
import { alreadyMember } from '../members/members.service.ts'
import { findMember, insertMember } from '../members/members.repository.ts'
import { offsetPage, type Page, rowsToRead, totalOf } from '../http/paging.ts'
import { findProject } from '../projects/projects.repository.ts'
import { HOUR_MS, timeIn } from '../times.ts'
import { findUserByEmail, insertUser } from '../users/users.repository.ts'
import { inviteMail } from './invite-mail.ts'
import {
  countOpenInvites,
  deleteInvite,
  deleteOpenInvite,
  findOpenInvite,
  type InviteRow,
  listOpenInvites,
  replaceInvite,
} from './invites.repository.ts'

export async function createInvite(ctx: ActorContext, input: CreateInvite): Promise<InviteLink> {
  const { projectId, email } = input
  const token = newSecret()
  const expiresAt = timeIn(INVITE_HOURS * HOUR_MS)
  return await ctx.write({ project: projectId }, async (db) => {
    const project = await findProject(db, ctx.actor, projectId, 'invite.create')
    const create = async () => {
      const invited = await findUserByEmail(db, email)
      if (invited && (await findMember(db, projectId, invited.id))) throw alreadyMember()
      const createdBy = actorUserId(ctx.actor)
      const id = await replaceInvite(db, project, { email, tokenHash: secretHash(token), expiresAt, createdBy })
      await audit(db, ctx, { action: 'invite.created', projectId, target: id, email, after: { expiresAt } })
      const link = { inviteLink: `${ctx.config.PUBLIC_URL ?? ctx.request.baseUrl}/invite?token=${token}`, expiresAt }
      if (!isMailOn(ctx)) return link
      const by = ctx.actor.kind === 'user' ? ctx.actor.user.name : null
      const mail = inviteMail({ email, userId: invited?.id, projectName: project.name, causedBy: createdBy, by }, link)
      return { ...link, isMailed: await sendMail(db, ctx, mail) }
    }
    return await once(db, ctx, ['invite', input], create, { isSecret: true })
  })
}

export async function listInvites(
  { db, actor }: ActorContext,
  { id, ...part }: ListInvites,
): Promise<Page<PendingInvite>> {
  const project = await findProject(db, actor, id, 'invite.manage')
  const rows = await listOpenInvites(db, project, rowsToRead(part.limit), part.offset)
  return offsetPage(rows, part, await totalOf(rows, part, () => countOpenInvites(db, project)))
}

export async function revokeInvite(ctx: ActorContext, { id, inviteId }: RevokeInvite): Promise<Message> {
  return await ctx.write({ project: id }, async (db) => {
    const project = await findProject(db, ctx.actor, id, 'invite.manage')
    const email = await deleteOpenInvite(db, project, inviteId)
    if (email === undefined) throw notFound('Invite')
    await audit(db, ctx, { action: 'invite.revoked', projectId: id, target: inviteId, email })
    return { message: 'Invite revoked' }
  })
}

export async function validateInvite({ db }: Context, { token }: ValidateInvite): Promise<Invite> {
  const invite = await openInvite(db, token)
  return { projectName: invite.project_name, email: invite.email, expiresAt: invite.expires_at }
}

/** Makes the invited person a member. Without an account, creates one with this name and password. */
export async function acceptInvite(ctx: Context, input: AcceptInvite): Promise<Message> {
  const request = ['invite acceptance', input]
  const answered = await answeredBefore<Message>(ctx, request)
  if (answered) return answered
  const { token, name, password } = input
  const { email } = await openInvite(ctx.db, token)
  const known = await findUserByEmail(ctx.db, email)
  const factor = known ? await checkKnownUser(ctx, known, input) : null
  const passwordHash = known ? null : await hashNewPassword(ctx, { email, name, password })
  return await ctx.write({ users: 'with', inviteToken: secretHash(token) }, async (db) => {
    const accept = async () => {
      const invite = await openInvite(db, token)
      const user = await accountOf(db, invite, { known, name, passwordHash })
      if (!(await findMember(db, invite.project_id, user.id)))
        await insertMember(db, { projectId: invite.project_id, userId: user.id, role: 'qa_tester' })
      await deleteInvite(db, invite.id)
      await rememberNetwork(db, user.id, ctx.request.network)
      const after = { isNewUser: known === undefined, ...(await factorOfEvent(db, user, factor)) }
      const of = { projectId: invite.project_id, target: invite.id }
      await audit(db, ctx, { action: 'invite.accepted', ...of, byUser: user.id, after })
      return { message: `Welcome to ${invite.project_name}` }
    }
    return await once(db, ctx, request, accept, { isSecret: true })
  })
}

async function openInvite(db: Db, token: string): Promise<InviteRow> {
  const invite = await findOpenInvite(db, secretHash(token))
  if (!invite) throw new DomainError('BAD_REQUEST', 'Invalid or expired invite link')
  return invite
}

/** Whoever has the link of the invite may know it. */
const NO_PASSWORD = 'This account has no password. Sign in, and ask the owner of the project to add you'

async function checkKnownUser(
  ctx: Context,
  user: UserRow,
  { password, ...proof }: AcceptInvite,
): Promise<SessionFactor | null> {
  if (!(await checkPassword(ctx, { account: user.email ?? '', password, user })))
    throw invalidField('password', user.password_hash === null ? NO_PASSWORD : 'Invalid password')
  refuseUnusableAccount(user)
  return await withSecondFactor(ctx, user, proof, async (_, factor) => factor)
}

type NewAccount = { email: string; name: string | null | undefined; password: string }

async function hashNewPassword(ctx: Context, { email, name, password }: NewAccount): Promise<string> {
  const wrongName = nameField('Name').safeParse(name).error?.issues[0]
  if (wrongName) throw invalidField('name', wrongName.message)
  const wrongPassword = NewPassword.safeParse(password).error?.issues[0]
  if (wrongPassword) throw invalidField('password', wrongPassword.message)
  await refuseWeakPassword(ctx, { password, field: 'password', of: { email, name } })
  return await ctx.passwords.hash(password, { rank: 'sign-in', caller: ctx.request.network })
}

type Account = { known: UserRow | undefined; name: string | null | undefined; passwordHash: string | null }

/** The account may have been created, deleted or deactivated since the password check. */
async function accountOf(db: Db, { email }: InviteRow, { known, name, passwordHash }: Account): Promise<UserRow> {
  const now = await findUserByEmail(db, email)
  if (now?.id !== known?.id || now?.is_active === 0)
    throw new DomainError('CONFLICT', 'The account with this email was changed just now, try again')
  return now ?? (await insertUser(db, { email, name: name ?? '', passwordHash }))
}
