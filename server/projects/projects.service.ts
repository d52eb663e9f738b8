import { DomainError, notFound } from '#shared/errors.ts'
import type { IdInput } from '#shared/fields.ts'
import type { Message } from '#shared/message.ts'
import type { PageInput } from '#shared/page.ts'
import type { ClientSecret, CreateProject, Project, UpdateProject } from '#shared/projects/project.ts'
import type { UserProjects } from '#shared/users/user.ts'
import { newSecret } from '../auth/auth.service.ts'
import type { Actor } from '../authorize.ts'
import type { ActorContext, UserContext } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { refuseChanged } from '../http/entity-tags.ts'
import { once } from '../http/idempotency.ts'
import { offsetPage, type Page, rowsToRead, totalOf } from '../http/paging.ts'
import { findUser } from '../users/users.service.ts'
import {
  countProjectsOfUser,
  deleteProjectRow,
  findProject,
  insertProject,
  listProjectsOfUser,
  type ProjectHead,
  toProject,
  updateClientSecret,
  updateProject,
} from './projects.repository.ts'

export {
  findProject,
  findProjectSecret,
  listProjectIdsOfUser,
  type ProjectHead,
  type ProjectRow,
  toProject,
} from './projects.repository.ts'

/* Projects without their suites; the service of suites adds them. */

export async function listProjects({ db, actor }: UserContext, page: PageInput): Promise<Page<ProjectHead>> {
  return await projectsOfUser(db, actor.user.id, page)
}

/** The projects of a user without secrets, for that user and for administrators. */
export async function listUserProjects(
  { db, actor }: UserContext,
  { id, ...input }: UserProjects,
): Promise<Page<ProjectHead>> {
  if (actor.user.id !== id) {
    if (actor.user.is_admin === 0) throw new DomainError('FORBIDDEN', 'Only administrators may do this')
    if (!(await findUser(db, id))) throw notFound('User')
  }
  const page = await projectsOfUser(db, id, input)
  return { ...page, items: page.items.map((project) => ({ ...project, clientSecret: null })) }
}

/** The projects a user is a member of, newest first. */
async function projectsOfUser(db: Db, userId: string, page: PageInput): Promise<Page<ProjectHead>> {
  const rows = await listProjectsOfUser(db, userId, rowsToRead(page.limit), page.offset)
  const total = await totalOf(rows, page, () => countProjectsOfUser(db, userId))
  return offsetPage(rows.map(toProject), page, total)
}

/** A new project has no suites. */
export async function createProject(ctx: UserContext, input: CreateProject): Promise<Project> {
  const { actor } = ctx
  const { name, description } = input
  return await ctx.write('users', async (db) => {
    if (!(await findUser(db, actor.user.id))) throw new DomainError('UNAUTHORIZED', 'Invalid or expired token')
    const create = async () => {
      const project = { name, description: description || null, clientSecret: newSecret(), ownerId: actor.user.id }
      return { ...(await readProject(db, actor, await insertProject(db, project))), testSuites: [] }
    }
    return await once(db, ctx, ['project', input], create, { isSecret: true })
  })
}

export async function changeProject(ctx: ActorContext, { id, name, description }: UpdateProject): Promise<ProjectHead> {
  const { actor } = ctx
  return await ctx.write({ project: id }, async (db) => {
    const project = await findProject(db, actor, id, 'project.update')
    refuseChanged(ctx, toProject(project), 'project')
    await updateProject(db, project, { name, description: description === '' ? null : description })
    return await readProject(db, actor, id)
  })
}

export async function deleteProject(ctx: ActorContext, { id }: IdInput): Promise<Message> {
  return await ctx.write({ project: id }, async (db) => {
    const project = await findProject(db, ctx.actor, id, 'project.delete')
    refuseChanged(ctx, toProject(project), 'project')
    await deleteProjectRow(db, project)
    return { message: 'Project deleted' }
  })
}

export async function regenerateSecret(ctx: ActorContext, { id }: IdInput): Promise<ClientSecret> {
  const clientSecret = newSecret()
  return await ctx.write({ project: id }, async (db) => {
    await updateClientSecret(db, await findProject(db, ctx.actor, id, 'project.secret'), clientSecret)
    return { clientSecret }
  })
}

async function readProject(db: Db, actor: Actor, projectId: string): Promise<ProjectHead> {
  return toProject(await findProject(db, actor, projectId, 'project.read'))
}
