import type { PageInput } from '#shared/page.ts'
import type { ListProjectSuites, TestSuite, TestSuiteListItem } from '#shared/test-suites/test-suite.ts'
import { membershipsOf } from '../authorize.ts'
import { type ActorContext, sendPage, type UserContext } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { list } from '../database/json/chunks.ts'
import { versionOfProject } from '../database/versions.ts'
import { answer, versionOf, wholeRead } from '../http/answer.ts'
import type { Json } from '../http/json.ts'
import { type Page, pageOfLength } from '../http/paging.ts'
import { pageOfProjectVersions } from '../projects/projects.service.ts'
import { findProject } from '../projects/projects.repository.ts'
import { countSuites, countSuitesOfUser } from '../test-suites/test-suites.repository.ts'
import { pageOfProjectSuites, pageOfSuites } from '../test-suites/test-suites.service.ts'
import { suitesAsJson } from './whole-reads.ts'

/* Lists of suites with their cases. A suite has the version of its project. */

export async function listTestSuites(ctx: UserContext, bounds: PageInput): Promise<TestSuite[]> {
  const { db, actor } = ctx
  const memberships = membershipsOf(actor)
  const current = async () => {
    const { items } = await pageOfProjectVersions(db, memberships, {})
    return versionOf(ctx, { ...pageOfLength(await countSuitesOfUser(db, memberships), bounds), items })
  }
  return await answer(ctx, {
    version: { name: ['suites', bounds.limit, bounds.offset], current },
    read: () => readPage(ctx, (snapshot) => pageOfSuites(snapshot, memberships, bounds)),
  })
}

export async function listProjectSuites(
  ctx: ActorContext,
  { projectId, ...bounds }: ListProjectSuites,
): Promise<TestSuite[]> {
  const { db, actor } = ctx
  const project = await findProject(db, actor, projectId, 'project.read')
  const current = async () => {
    const version = (await versionOfProject(db, projectId)) ?? ''
    return versionOf(ctx, { ...pageOfLength(await countSuites(db, projectId), bounds), items: [version] })
  }
  return await answer(ctx, {
    version: { name: ['suites of a project', projectId, bounds.limit, bounds.offset], current },
    read: () => readPage(ctx, (snapshot) => pageOfProjectSuites(snapshot, project, bounds)),
  })
}

async function readPage(ctx: ActorContext, read: (db: Db) => Promise<Page<TestSuiteListItem>>): Promise<Json> {
  return await wholeRead(ctx, async (db) => list(await suitesAsJson(db, sendPage(ctx, await read(db)))))
}
