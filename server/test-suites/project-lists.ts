import type { PageInput } from '#shared/page.ts'
import type { ProjectListItem } from '#shared/projects/project.ts'
import type { TestSuiteListItem } from '#shared/test-suites/test-suite.ts'
import type { UserProjects } from '#shared/users/user.ts'
import type { Context, UserContext } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { answerJsonList, answerList } from '../http/answer-list.ts'
import type { Page } from '../http/paging.ts'
import { pageOfProjects, pageOfProjectVersions, requireProjectsOf } from '../projects/projects.service.ts'
import { listProjectsAsJson } from '../projects/projects-json.repository.ts'
import type { ProjectVersion } from '../projects/projects.repository.ts'
import { suitesOfProjectsAsJson } from './suites-json.repository.ts'
import { listSuiteRowsOf, toTestSuite } from './test-suites.repository.ts'

/* Lists of projects with their suites, newest first. */

export async function listProjects(ctx: UserContext, page: PageInput): Promise<ProjectListItem[]> {
  const { db, actor } = ctx
  const { id } = actor.user
  return await answerJsonList(ctx, {
    name: ['projects'],
    versions: () => pageOfProjectVersions(db, id, page),
    json: async (projects) => await asJson(db, id, page, projects),
    read: () => readPage(ctx, id, page),
  })
}

/** The projects of a user without secrets, for that user and for administrators. */
export async function listUserProjects(ctx: UserContext, { id, ...page }: UserProjects): Promise<ProjectListItem[]> {
  await requireProjectsOf(ctx, id)
  return await answerList(ctx, {
    name: ['projects without secrets'],
    versions: () => pageOfProjectVersions(ctx.db, id, page),
    read: async () => {
      const { items, ...rest } = await readPage(ctx, id, page)
      return { ...rest, items: items.map((project) => ({ ...project, clientSecret: null })) }
    },
  })
}

async function readPage(ctx: Context, userId: string, bounds: PageInput): Promise<Page<ProjectListItem>> {
  const page = await pageOfProjects(ctx.db, userId, bounds)
  return { ...page, items: await withSuites(ctx, page.items) }
}

/** The suites are read before the versions of their projects, which therefore name them. */
async function asJson(db: Db, userId: string, { offset = 0 }: PageInput, known: ProjectVersion[]) {
  const ids = known.map(({ id }) => id)
  const suites = await suitesOfProjectsAsJson(db, ids)
  const projects = await listProjectsAsJson(db, { userId, limit: ids.length, offset })
  return projects.map((project, index) => ({
    ...project,
    json: `${project.json.slice(0, -1)},"testSuites":[${(suites[index] ?? []).join('')}]}`,
  }))
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
