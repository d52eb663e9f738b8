import type { PageInput } from '#shared/page.ts'
import { can } from '#shared/permissions.ts'
import type { ProjectListItem } from '#shared/projects/project.ts'
import type { TestSuiteListItem } from '#shared/test-suites/test-suite.ts'
import type { UserProjects } from '#shared/users/user.ts'
import { type Memberships, mayUse, membershipsOf } from '../authorize.ts'
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
  const memberships = membershipsOf(actor)
  const showsSecrets = mayUse(actor, 'manage')
  const name = showsSecrets ? 'projects' : 'projects without secrets'
  return await answer(ctx, {
    version: versionOfPage(ctx, name, memberships, bounds),
    read: async () => {
      if (!showsSecrets) return withoutSecrets(sendPage(ctx, await readPage(ctx, memberships, bounds)))
      if (isPostgres(db)) return sendPage(ctx, await readPage(ctx, memberships, bounds))
      return new Json([await projectsAsJson(ctx, memberships, bounds)])
    },
  })
}

export async function listUserProjects(ctx: UserContext, { id, ...bounds }: UserProjects): Promise<ProjectListItem[]> {
  await requireProjectsOf(ctx, id)
  const memberships = { ...membershipsOf(ctx.actor), userId: id }
  return await answer(ctx, {
    version: versionOfPage(ctx, 'projects without secrets', memberships, bounds),
    read: async () => withoutSecrets(sendPage(ctx, await readPage(ctx, memberships, bounds))),
  })
}

const withoutSecrets = (projects: ProjectListItem[]) => projects.map((project) => ({ ...project, clientSecret: null }))

function versionOfPage(ctx: Context, name: string, memberships: Memberships, bounds: PageInput) {
  const current = async () => {
    const page = await pageOfProjectVersions(ctx.db, memberships, bounds)
    ctx.reply.isSecret = name === 'projects' && page.items.some(({ role }) => can(role, 'project.secret'))
    return versionOf(ctx, page)
  }
  return { name: [name], current }
}

async function readPage(ctx: Context, memberships: Memberships, bounds: PageInput): Promise<Page<ProjectListItem>> {
  const page = await pageOfProjects(ctx, memberships, bounds)
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
