import type { PageInput } from '#shared/page.ts'
import type { ProjectListItem } from '#shared/projects/project.ts'
import type { TestSuiteListItem } from '#shared/test-suites/test-suite.ts'
import type { UserProjects } from '#shared/users/user.ts'
import type { Context, UserContext } from '../context.ts'
import { answerList } from '../http/answer-list.ts'
import {
  pageOfProjects,
  pageOfProjectVersions,
  type ProjectHead,
  requireProjectsOf,
} from '../projects/projects.service.ts'
import { listSuiteRowsOf, toTestSuite } from './test-suites.repository.ts'

/* Lists of projects with their suites, newest first. */

export async function listProjects(ctx: UserContext, page: PageInput): Promise<ProjectListItem[]> {
  return await listOf(ctx, 'projects', ctx.actor.user.id, page, (project) => project)
}

/** The projects of a user without secrets, for that user and for administrators. */
export async function listUserProjects(ctx: UserContext, { id, ...page }: UserProjects): Promise<ProjectListItem[]> {
  await requireProjectsOf(ctx, id)
  return await listOf(ctx, 'projects without secrets', id, page, (project) => ({ ...project, clientSecret: null }))
}

async function listOf(
  ctx: UserContext,
  name: string,
  userId: string,
  bounds: PageInput,
  seen: (project: ProjectHead) => ProjectHead,
): Promise<ProjectListItem[]> {
  const { db } = ctx
  return await answerList(ctx, {
    name: [name],
    versions: () => pageOfProjectVersions(db, userId, bounds),
    read: async () => {
      const page = await pageOfProjects(db, userId, bounds)
      return { page: { ...page, items: await withSuites(ctx, page.items.map(seen)) } }
    },
  })
}

/** Returns projects with their suites. */
export async function withSuites<P extends { id: string }>(
  { db }: Pick<Context, 'db'>,
  projects: P[],
): Promise<(P & { testSuites: TestSuiteListItem[] })[]> {
  const ids = projects.map(({ id }) => id)
  const suites = Map.groupBy((await listSuiteRowsOf(db, ids)).map(toTestSuite), ({ projectId }) => projectId)
  return projects.map((project) => ({ ...project, testSuites: suites.get(project.id) ?? [] }))
}
