import { DomainError, notFound } from '#shared/errors.ts'
import type { ProjectListItem } from '#shared/projects/project.ts'
import { USER_SEARCH_MIN, type SearchUsers, type UserMatch, type UserProjects } from '#shared/users/user.ts'
import type { Context, Page, UserContext } from '../context.ts'
import { projectsOfUser } from '../projects/projects.service.ts'
import { findUser, searchUsers } from './users.repository.ts'

export async function findUsers({ db }: Context, { email = '' }: SearchUsers): Promise<UserMatch[]> {
  const contained = email.trim()
  return contained.length < USER_SEARCH_MIN ? [] : await searchUsers(db, contained)
}

/** The projects of a user, for that user and for administrators; secrets are left out. */
export async function listUserProjects(
  { db, actor }: UserContext,
  { id, ...part }: UserProjects,
): Promise<Page<ProjectListItem>> {
  if (actor.user.id !== id) {
    if (actor.user.is_admin === 0) throw new DomainError('FORBIDDEN', 'Only administrators may do this')
    if (!(await findUser(db, id))) throw notFound('User')
  }
  const page = await projectsOfUser(db, id, part)
  return { ...page, items: page.items.map((project) => ({ ...project, clientSecret: null })) }
}
