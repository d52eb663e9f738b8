import type { PageInput } from '#shared/page.ts'
import type { ListSuiteCases, TestCase } from '#shared/test-cases/test-case.ts'
import type { ActorContext, UserContext } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { list } from '../database/json/gather.ts'
import { versionOfProject } from '../database/versions.ts'
import { answerList } from '../http/answer-list.ts'
import { offsetPage, type Page, pageOfLength, rowsToRead } from '../http/paging.ts'
import { pageOfProjectVersions } from '../projects/projects.service.ts'
import { findTestSuite } from '../test-suites/test-suites.repository.ts'
import { type SuiteSize, suiteSizes, suiteSizesOfUser } from '../test-suites/suite-sizes.repository.ts'
import { pageOfCasesAsJson } from './cases-json.repository.ts'
import { listCasesOfSuite, listCasesOfUser } from './test-cases.repository.ts'

/* Lists of cases. A case has the version of its project. */

export async function listTestCases(ctx: UserContext, bounds: PageInput): Promise<TestCase[]> {
  const { db, actor } = ctx
  const { id } = actor.user
  return await answerList(ctx, {
    name: ['cases', bounds.limit, bounds.offset],
    versions: async () => {
      const { items } = await pageOfProjectVersions(db, id, {})
      return { ...pageOf(await suiteSizesOfUser(db, id), bounds), items }
    },
    read: async () => {
      const rows = await listCasesOfUser(db, id, rowsToRead(bounds.limit), bounds.offset)
      return offsetPage(rows, bounds, totalOf(await suiteSizesOfUser(db, id)))
    },
    readAsJson: () => ctx.snapshot(async (db) => pageAsJson(db, await suiteSizesOfUser(db, id), bounds)),
  })
}

export async function listSuiteCases(ctx: ActorContext, { id, ...bounds }: ListSuiteCases): Promise<TestCase[]> {
  const { db, actor } = ctx
  const suite = await findTestSuite(db, actor, id, 'project.read')
  return await answerList(ctx, {
    name: ['cases of a suite', id, bounds.limit, bounds.offset],
    versions: async () => {
      const version = (await versionOfProject(db, suite.project_id)) ?? ''
      return { ...pageOf(await suiteSizes(db, [id]), bounds), items: [version] }
    },
    read: async () => {
      const rows = await listCasesOfSuite(db, id, rowsToRead(bounds.limit), bounds.offset)
      return offsetPage(rows, bounds, suite.test_case_count)
    },
    readAsJson: () => ctx.snapshot(async (db) => pageAsJson(db, await suiteSizes(db, [id]), bounds)),
  })
}

async function pageAsJson(db: Db, suites: SuiteSize[], bounds: PageInput) {
  return { page: pageOf(suites, bounds), json: list(await pageOfCasesAsJson(db, suites, bounds)) }
}

const totalOf = (suites: SuiteSize[]) => suites.reduce((sum, { testCaseCount }) => sum + testCaseCount, 0)

const pageOf = (suites: SuiteSize[], bounds: PageInput): Page<undefined> => pageOfLength(totalOf(suites), bounds)
