import type {
  ClientSecret,
  CreateProject,
  Project,
  ProjectInput,
  ProjectListItem,
  ProjectOverview,
  UpdateProject,
} from '#shared/projects/project.ts'
import type { Message } from '#shared/message.ts'
import type { PageInput } from '#shared/page.ts'
import { DomainError } from '#shared/errors.ts'
import { newSecret } from '../auth/secrets.ts'
import type { Actor } from '../authorize.ts'
import type { ActorContext, Page, UserContext } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { insertMember } from '../members/members.repository.ts'
import { offsetPage, rowsToRead } from '../http/paging.ts'
import { listProjectSuites, listSuitesOfProjects } from '../test-suites/test-suites.service.ts'
import { findUser } from '../users/users.repository.ts'
import {
  countProjectsOfUser,
  deleteProjectRow,
  findProject,
  insertProject,
  listProjectsOfUser,
  type ProjectRow,
  toProject,
  updateClientSecret,
  updateProject,
} from './projects.repository.ts'

export async function listProjects({ db, actor }: UserContext, part: PageInput): Promise<Page<ProjectListItem>> {
  return await projectsOfUser(db, actor.user.id, part)
}

/** The projects a user is a member of, newest first, with their suites. */
export async function projectsOfUser(db: Db, userId: string, part: PageInput): Promise<Page<ProjectListItem>> {
  const rows = await listProjectsOfUser(db, userId, rowsToRead(part.limit), part.offset)
  const page = offsetPage(rows, part, await countProjectsOfUser(db, userId))
  return { ...page, items: await withSuites(db, page.items) }
}

export async function getProject({ db, actor }: ActorContext, { id }: ProjectInput): Promise<Project> {
  return await readProject(db, actor, id)
}

/** The project with its suites but without their cases. */
export async function getProjectOverview({ db, actor }: ActorContext, { id }: ProjectInput): Promise<ProjectOverview> {
  const row = await findProject(db, actor, id, 'project.read')
  const testSuites = (await listSuitesOfProjects(db, [id])).get(id) ?? []
  const testCaseCount = testSuites.reduce((sum, suite) => sum + suite.testCaseCount, 0)
  return { ...toProject(row), testSuites, testSuiteCount: testSuites.length, testCaseCount }
}

export async function createProject(ctx: UserContext, { name, description = null }: CreateProject): Promise<Project> {
  const { actor } = ctx
  return await ctx.write('users', async (db) => {
    if (!(await findUser(db, actor.user.id))) throw new DomainError('UNAUTHORIZED', 'Invalid or expired token')
    const projectId = await insertProject(db, { name, description: description || null, clientSecret: newSecret() })
    await insertMember(db, { projectId, userId: actor.user.id, role: 'owner' })
    return await readProject(db, actor, projectId)
  })
}

export async function changeProject(ctx: ActorContext, { id, name, description }: UpdateProject): Promise<Project> {
  const { actor } = ctx
  return await ctx.write({ project: id }, async (db) => {
    const project = await findProject(db, actor, id, 'project.update')
    await updateProject(db, project, { name, description: description === '' ? null : description })
    return await readProject(db, actor, id)
  })
}

export async function deleteProject(ctx: ActorContext, { id }: ProjectInput): Promise<Message> {
  return await ctx.write({ project: id }, async (db) => {
    await deleteProjectRow(db, await findProject(db, ctx.actor, id, 'project.delete'))
    return { message: 'Project deleted' }
  })
}

export async function regenerateSecret(ctx: ActorContext, { id }: ProjectInput): Promise<ClientSecret> {
  const clientSecret = newSecret()
  return await ctx.write({ project: id }, async (db) => {
    await updateClientSecret(db, await findProject(db, ctx.actor, id, 'project.secret'), clientSecret)
    return { clientSecret }
  })
}

async function readProject(db: Db, actor: Actor, projectId: string): Promise<Project> {
  const project = await findProject(db, actor, projectId, 'project.read')
  const { items } = await listProjectSuites({ db, actor }, { projectId })
  return { ...toProject(project), testSuites: items }
}

async function withSuites(db: Db, rows: ProjectRow[]): Promise<ProjectListItem[]> {
  const suites = await listSuitesOfProjects(
    db,
    rows.map((row) => row.id),
  )
  return rows.map((row) => ({ ...toProject(row), testSuites: suites.get(row.id) ?? [] }))
}
