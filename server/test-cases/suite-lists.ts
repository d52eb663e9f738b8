import type { PageInput } from '#shared/page.ts'
import type { ListProjectSuites, TestSuite, TestSuiteListItem } from '#shared/test-suites/test-suite.ts'
import type { ActorContext, UserContext } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { versionOfProject } from '../database/versions.ts'
import { answerList } from '../http/answer-list.ts'
import type { Page } from '../http/paging.ts'
import { pageOfProjectVersions } from '../projects/projects.service.ts'
import { findProject } from '../projects/projects.repository.ts'
import {
  pageOfProjectSuiteCount,
  pageOfProjectSuites,
  pageOfSuiteCount,
  pageOfSuites,
} from '../test-suites/test-suites.service.ts'
import { withCasesOfEachAsJson } from './whole-reads-json.ts'
import { withCasesOfEach } from './whole-reads.ts'

/* Lists of suites with their cases. A suite has the version of its project. */

export async function listTestSuites(ctx: UserContext, bounds: PageInput): Promise<TestSuite[]> {
  const { db, actor } = ctx
  const { id } = actor.user
  return await answerList(ctx, {
    name: ['suites', bounds.limit, bounds.offset],
    versions: async () => {
      const { items } = await pageOfProjectVersions(db, id, {})
      return { ...(await pageOfSuiteCount(db, id, bounds)), items }
    },
    read: async () => {
      const page = await pageOfSuites(db, id, bounds)
      return { ...page, items: await withCasesOfEach(ctx, page.items) }
    },
    readAsJson: () => ctx.snapshot(async (db) => pageAsJson(db, await pageOfSuites(db, id, bounds))),
  })
}

export async function listProjectSuites(
  ctx: ActorContext,
  { projectId, ...bounds }: ListProjectSuites,
): Promise<TestSuite[]> {
  const { db, actor } = ctx
  const project = await findProject(db, actor, projectId, 'project.read')
  return await answerList(ctx, {
    name: ['suites of a project', projectId, bounds.limit, bounds.offset],
    versions: async () => {
      const version = (await versionOfProject(db, projectId)) ?? ''
      return { ...(await pageOfProjectSuiteCount(db, projectId, bounds)), items: [version] }
    },
    read: async () => {
      const page = await pageOfProjectSuites(db, project, bounds)
      return { ...page, items: await withCasesOfEach(ctx, page.items) }
    },
    readAsJson: () => ctx.snapshot(async (db) => pageAsJson(db, await pageOfProjectSuites(db, project, bounds))),
  })
}

async function pageAsJson(db: Db, page: Page<TestSuiteListItem>) {
  return { page, json: await withCasesOfEachAsJson(db, page.items) }
}
