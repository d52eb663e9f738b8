import type { ChangeProfile } from '#shared/auth/auth.ts'
import { DomainError } from '#shared/errors.ts'
import type { User } from '#shared/users/user.ts'
import { audit } from '../audit/audit.ts'
import { readProfile } from '../auth/auth.service.ts'
import type { SessionContext } from '../context.ts'
import { noteChange } from '../database/changes.ts'
import { listProjectIdsOfUser } from '../projects/projects.repository.ts'
import { findUser, updateName } from '../users/users.repository.ts'

/** Changes the name of the signed-in user. What their projects show is renewed, and their runs after the answer. */
export async function changeProfile(ctx: SessionContext, { name }: ChangeProfile): Promise<User> {
  const { actor } = ctx
  const { id } = actor.user
  const user = await ctx.write({ users: 'with', projectsOf: id }, async (db) => {
    const current = await findUser(db, id)
    if (!current) throw new DomainError('UNAUTHORIZED', 'Invalid or expired token')
    const isRenamed = current.name !== name
    await audit(db, ctx, { action: 'user.changed', target: id, ...(isRenamed && { after: { isRenamed } }) })
    if (!isRenamed) return current
    for (const projectId of await listProjectIdsOfUser(db, { userId: id, projectIds: null }))
      noteChange(db, { kind: 'project', projectId })
    return await updateName(db, current, name)
  })
  ctx.trash.wake()
  return readProfile({ ...ctx, actor: { ...actor, user } })
}
