import type { PageInput } from '#shared/page.ts'
import type { ProjectListItem } from '#shared/projects/project.ts'
import type { TestSuiteListItem } from '#shared/test-suites/test-suite.ts'
import type { UserProjects } from '#shared/users/user.ts'
import { type Context, sendPage, type UserContext } from '../context.ts'
import { isPostgres } from '../database/dialect.ts'
import { answer, versionOf } from '../http/answer.ts'
import { Json } from '../http/json.ts'
import type { Page } from '../http/paging.ts'
import { pageOfProjects, pageOfProjectVersions, requireProjectsOf } from '../projects/projects.service.ts'
import { projectsAsJson } from './projects-json.repository.ts'
import { listSuiteRowsOf, toTestSuite } from './test-suites.repository.ts'

export async function listProjects(ctx: UserContext, bounds: PageInput): Promise<ProjectListItem[]> {
  const { db, actor } = ctx
  const { id } = actor.user
  return await answer(ctx, {
    version: versionOfPage(ctx, 'projects', id, bounds),
    read: async () => {
      if (isPostgres(db)) return sendPage(ctx, await readPage(ctx, id, bounds))
      return new Json([await projectsAsJson(db, id, bounds)])
    },
  })
}

export async function listUserProjects(ctx: UserContext, { id, ...bounds }: UserProjects): Promise<ProjectListItem[]> {
  await requireProjectsOf(ctx, id)
  return await answer(ctx, {
    version: versionOfPage(ctx, 'projects without secrets', id, bounds),
    read: async () => {
      const projects = sendPage(ctx, await readPage(ctx, id, bounds))
      return projects.map((project) => ({ ...project, clientSecret: null }))
    },
  })
}

function versionOfPage(ctx: Context, name: string, userId: string, bounds: PageInput) {
  return { name: [name], current: async () => versionOf(ctx, await pageOfProjectVersions(ctx.db, userId, bounds)) }
}

async function readPage(ctx: Context, userId: string, bounds: PageInput): Promise<Page<ProjectListItem>> {
  const page = await pageOfProjects(ctx.db, userId, bounds)
  return { ...page, items: await withSuites(ctx, page.items) }
}

export async function withSuites<P extends { id: string }>(
  { db }: Pick<Context, 'db'>,
  projects: P[],
): Promise<(P & { testSuites: TestSuiteListItem[] })[]> {
  const ids = projects.map(({ id }) => id)
  const suites = Map.groupBy((await listSuiteRowsOf(db, ids)).map(toTestSuite), ({ projectId }) => projectId)
  return projects.map((project) => ({ ...project, testSuites: suites.get(project.id) ?? [] }))
}
