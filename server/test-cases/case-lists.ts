import type { PageInput } from '#shared/page.ts'
import type { ListSuiteCases, TestCase } from '#shared/test-cases/test-case.ts'
import { membershipsOf } from '../authorize.ts'
import { type ActorContext, sendPage, type UserContext } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { joined, list } from '../database/json/chunks.ts'
import { versionOfProject } from '../database/versions.ts'
import { answer, versionOf, wholeRead } from '../http/answer.ts'
import type { Json } from '../http/json.ts'
import { type Page, pageOfLength } from '../http/paging.ts'
import { pageOfProjectVersions } from '../projects/projects.service.ts'
import { findTestSuite } from '../test-suites/test-suites.repository.ts'
import { type SuiteSize, suiteSizes, suiteSizesOfUser } from '../test-suites/suite-sizes.repository.ts'
import { casesAsJson } from './cases-json.repository.ts'

/* Lists of cases. A case has the version of its project. */

export async function listTestCases(ctx: UserContext, bounds: PageInput): Promise<TestCase[]> {
  const memberships = membershipsOf(ctx.actor)
  const sizes = (db: Db) => suiteSizesOfUser(db, memberships)
  const current = async () => {
    const { items } = await pageOfProjectVersions(ctx.db, memberships, {})
    return versionOf(ctx, { ...pageOf(await sizes(ctx.db), bounds), items })
  }
  return await answer(ctx, {
    version: { name: ['cases', bounds.limit, bounds.offset], current },
    read: () => readPage(ctx, sizes, bounds),
  })
}

export async function listSuiteCases(ctx: ActorContext, { id, ...bounds }: ListSuiteCases): Promise<TestCase[]> {
  const suite = await findTestSuite(ctx.db, ctx.actor, id, 'project.read')
  const sizes = (db: Db) => suiteSizes(db, [id])
  const current = async () => {
    const version = (await versionOfProject(ctx.db, suite.project_id)) ?? ''
    return versionOf(ctx, { ...pageOf(await sizes(ctx.db), bounds), items: [version] })
  }
  return await answer(ctx, {
    version: { name: ['cases of a suite', id, bounds.limit, bounds.offset], current },
    read: () => readPage(ctx, sizes, bounds),
  })
}

async function readPage(ctx: ActorContext, sizes: (db: Db) => Promise<SuiteSize[]>, bounds: PageInput): Promise<Json> {
  return await wholeRead(ctx, async (db) => {
    const suites = await sizes(db)
    sendPage(ctx, pageOf(suites, bounds))
    return list(joined(await casesAsJson(db, suites, bounds)))
  })
}

function pageOf(suites: SuiteSize[], bounds: PageInput): Page<undefined> {
  const total = suites.reduce((sum, { testCaseCount }) => sum + testCaseCount, 0)
  return pageOfLength(total, bounds)
}
