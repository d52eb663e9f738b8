import { DomainError, notFound } from '#shared/errors.ts'
import type { AddExistingUser, AddMember, ListMembers, Member, RemoveMember } from '#shared/members/member.ts'
import type { Message } from '#shared/message.ts'
import { audit } from '../audit/audit.ts'
import { type ActorContext, sendPage } from '../context.ts'
import type { Db } from '../database/databases.ts'
import type { UserRow } from '../database/tables.ts'
import { versionOfProject } from '../database/versions.ts'
import { answer } from '../http/answer.ts'
import { once } from '../http/idempotency.ts'
import { pageOfLength, slicePage } from '../http/paging.ts'
import { findProject } from '../projects/projects.repository.ts'
import { findUser, findUserByEmail } from '../users/users.repository.ts'
import { deleteMember, findMember, insertMember, listMemberRows } from './members.repository.ts'

/** The owner first, then by the time of joining. A new name of a member renews the version of the project. */
export async function listMembers(ctx: ActorContext, { id, ...page }: ListMembers): Promise<Member[]> {
  const { db, actor } = ctx
  const project = await findProject(db, actor, id, 'member.read')
  sendPage(ctx, pageOfLength(project.member_count, page))
  const latest = () => versionOfProject(db, id)
  return await answer(ctx, {
    version: { name: ['members', id, page.limit, page.offset], current: () => project.version, latest },
    read: async () => sendPage(ctx, slicePage(await listMemberRows(db, project), page)),
  })
}

export async function addMember(ctx: ActorContext, input: AddMember): Promise<Member> {
  const { id, userId } = input
  return await ctx.write({ users: 'with', project: id }, async (db) => {
    const project = await findProject(db, ctx.actor, id, 'member.manage')
    return await once(db, ctx, ['member', input], async () => {
      const user = await activeOrNone(findUser(db, userId))
      return await join(db, ctx, project.id, user ?? fail(notFound('User')))
    })
  })
}

export async function addExistingUser(ctx: ActorContext, input: AddExistingUser): Promise<Message> {
  const { id, email } = input
  return await ctx.write({ users: 'with', project: id }, async (db) => {
    const project = await findProject(db, ctx.actor, id, 'member.manage')
    return await once(db, ctx, ['member by email', input], async () => {
      const user = await activeOrNone(findUserByEmail(db, email))
      const found = user ?? fail(new DomainError('NOT_FOUND', 'No user with this email'))
      const member = await join(db, ctx, project.id, found)
      // The id is not sent: by it, an erasure finds the kept answer.
      return { message: `${member.user.name} was added to the project`, userId: found.id }
    })
  })
}

/** The owner may remove any other member; members may remove themselves. */
export async function removeMember(ctx: ActorContext, { id, userId }: RemoveMember): Promise<Message> {
  const { actor } = ctx
  return await ctx.write({ project: id }, async (db) => {
    const isLeaving = actor.kind === 'user' && actor.user.id === userId
    const project = await findProject(db, actor, id, isLeaving ? 'project.read' : 'member.manage')
    const member = (await findMember(db, id, userId)) ?? fail(notFound('Member'))
    if (member.role === 'owner') throw new DomainError('CONFLICT', 'The owner of a project cannot be removed')
    await deleteMember(db, project.id, member)
    const before = { role: member.role }
    await audit(db, ctx, { action: 'member.removed', projectId: id, target: userId, before })
    return { message: isLeaving ? 'You left the project' : 'Member removed' }
  })
}

async function join(db: Db, ctx: ActorContext, projectId: string, user: UserRow): Promise<Member> {
  if (await findMember(db, projectId, user.id)) throw alreadyMember()
  await insertMember(db, { projectId, userId: user.id, role: 'qa_tester' })
  await audit(db, ctx, { action: 'member.added', projectId, target: user.id, after: { role: 'qa_tester' } })
  return (await findMember(db, projectId, user.id)) as Member
}

export function alreadyMember(): DomainError {
  return new DomainError('CONFLICT', 'This user is already a member of the project')
}

async function activeOrNone(found: Promise<UserRow | undefined>): Promise<UserRow | undefined> {
  const user = await found
  return user?.is_active === 1 ? user : undefined
}

function fail(error: DomainError): never {
  throw error
}
