import { audit } from '../audit/audit.ts'
import type { Context } from '../context.ts'
import type { Db } from '../database/databases.ts'
import type { UserRow } from '../database/tables.ts'
import { deleteMember, findMember, insertMember } from '../members/members.repository.ts'
import type { OidcProvider } from '../oidc-config.ts'
import { findOtherAdmin, updateIsAdmin } from '../users/users.repository.ts'
import { deleteGiven, hasProject, type IdentityRow, insertGiven, listGiven } from './identities.repository.ts'
import type { Vouched } from './vouched.ts'

/* What the groups of a person at a provider give in Assay. They are read at each sign-in. */

/** Sets or clears the flag of administrators. The last one keeps it. */
export async function applyAdminGroup(
  db: Db,
  ctx: Context,
  { provider, vouched, user }: { provider: OidcProvider; vouched: Vouched; user: UserRow },
): Promise<UserRow> {
  if (provider.adminGroup === undefined) return user
  const isAdmin = vouched.groups.includes(provider.adminGroup)
  if (isAdmin === (user.is_admin === 1)) return user
  if (!isAdmin && !(await findOtherAdmin(db, user.id))) {
    ctx.log.warn({ user: user.id }, 'the last administrator is not in ADMIN_GROUP and keeps the flag')
    return user
  }
  const [before, after] = [{ isAdmin: !isAdmin }, { isAdmin, provider: provider.id }]
  await audit(db, ctx, { action: 'user.changed', target: user.id, byUser: user.id, before, after })
  return await updateIsAdmin(db, user, isAdmin)
}

type Person = { identity: IdentityRow; userId: string; projectIds: readonly string[] }

export function projectsOfGroups({ members }: OidcProvider, { groups }: Vouched): string[] {
  const given = members.filter(({ group }) => groups.includes(group))
  return [...new Set(given.map(({ projectId }) => projectId))]
}

/** Makes the person a member of these projects, and ends what was given before and is given no more. */
export async function applyMembers(ctx: Context, { identity, userId, projectIds }: Person): Promise<void> {
  for (const projectId of projectIds)
    if (!(await findMember(ctx.db, projectId, userId))) await give(ctx, { identity, userId, projectId })
  for (const projectId of await listGiven(ctx.db, identity))
    if (!projectIds.includes(projectId)) await take(ctx, { identity, userId, projectId })
}

type One = { identity: IdentityRow; userId: string; projectId: string }

async function give(ctx: Context, { identity, userId, projectId }: One): Promise<void> {
  await ctx.write({ users: 'with', project: projectId }, async (db) => {
    if (!(await hasProject(db, projectId)))
      return ctx.log.warn({ project: projectId, provider: identity.provider }, 'MEMBERS names an unknown project')
    if (await findMember(db, projectId, userId)) return
    await insertMember(db, { projectId, userId, role: 'qa_tester' })
    await insertGiven(db, identity, projectId)
    const after = { role: 'qa_tester', provider: identity.provider }
    await audit(db, ctx, { action: 'member.added', projectId, target: userId, byUser: userId, after })
  })
}

/** An owner stays. */
async function take(ctx: Context, { identity, userId, projectId }: One): Promise<void> {
  await ctx.write({ users: 'with', project: projectId }, async (db) => {
    await deleteGiven(db, identity, projectId)
    const member = await findMember(db, projectId, userId)
    if (!member || member.role === 'owner') return
    await deleteMember(db, projectId, member)
    const [before, after] = [{ role: member.role }, { provider: identity.provider }]
    await audit(db, ctx, { action: 'member.removed', projectId, target: userId, byUser: userId, before, after })
  })
}
