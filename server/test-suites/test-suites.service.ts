import type { Message } from '#shared/message.ts'
import type { PageInput } from '#shared/page.ts'
import type {
  CreateTestSuite,
  ListProjectSuites,
  TestSuite,
  TestSuiteInput,
  TestSuiteListItem,
  UpdateTestSuite,
} from '#shared/test-suites/test-suite.ts'
import type { Actor } from '../authorize.ts'
import type { ActorContext, Page, UserContext } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { offsetPage, rowsToRead } from '../http/paging.ts'
import { findProject } from '../projects/projects.repository.ts'
import { listCasesOfSuite, listCasesOfSuites } from '../test-cases/test-cases.repository.ts'
import {
  countSuites,
  countSuitesOfUser,
  deleteTestSuiteRow,
  findTestSuite,
  insertTestSuite,
  listSuiteRows,
  listSuiteRowsOf,
  listSuiteRowsOfUser,
  type TestSuiteRow,
  toTestSuite,
  updateTestSuite,
} from './test-suites.repository.ts'

export async function listTestSuites({ db, actor }: UserContext, part: PageInput): Promise<Page<TestSuite>> {
  const rows = await listSuiteRowsOfUser(db, actor.user.id, rowsToRead(part.limit), part.offset)
  const page = offsetPage(rows, part, await countSuitesOfUser(db, actor.user.id))
  return { ...page, items: await withCases(db, page.items) }
}

export async function listProjectSuites(
  { db, actor }: Pick<ActorContext, 'db' | 'actor'>,
  { projectId, ...part }: ListProjectSuites,
): Promise<Page<TestSuite>> {
  const project = await findProject(db, actor, projectId, 'project.read')
  const rows = await listSuiteRows(db, project, rowsToRead(part.limit), part.offset)
  const page = offsetPage(rows, part, await countSuites(db, project.id))
  return { ...page, items: await withCases(db, page.items) }
}

/** The suites, without their cases, of each of these projects. */
export async function listSuitesOfProjects(db: Db, projectIds: string[]): Promise<Map<string, TestSuiteListItem[]>> {
  const rows = await listSuiteRowsOf(db, projectIds)
  return Map.groupBy(rows.map(toTestSuite), (suite) => suite.projectId)
}

export async function getTestSuite({ db, actor }: ActorContext, { id }: TestSuiteInput): Promise<TestSuite> {
  return await readTestSuite(db, actor, id)
}

export async function createTestSuite(
  ctx: ActorContext,
  { projectId, name, description }: CreateTestSuite,
): Promise<TestSuite> {
  return await ctx.write({ project: projectId }, async (db) => {
    const project = await findProject(db, ctx.actor, projectId, 'suite.write')
    const id = await insertTestSuite(db, project, { name, description: description || null })
    return await readTestSuite(db, ctx.actor, id)
  })
}

export async function changeTestSuite(
  ctx: ActorContext,
  { id, name, description }: UpdateTestSuite,
): Promise<TestSuite> {
  return await ctx.write({ testSuite: id }, async (db) => {
    const suite = await findTestSuite(db, ctx.actor, id, 'suite.write')
    await updateTestSuite(db, suite, { name, description: description === '' ? null : description })
    return await readTestSuite(db, ctx.actor, id)
  })
}

export async function deleteTestSuite(ctx: ActorContext, { id }: TestSuiteInput): Promise<Message> {
  return await ctx.write({ testSuite: id }, async (db) => {
    await deleteTestSuiteRow(db, await findTestSuite(db, ctx.actor, id, 'suite.write'))
    return { message: 'Test suite deleted' }
  })
}

async function readTestSuite(db: Db, actor: Actor, id: string): Promise<TestSuite> {
  const suite = await findTestSuite(db, actor, id, 'project.read')
  return { ...toTestSuite(suite), testCases: await listCasesOfSuite(db, suite) }
}

async function withCases(db: Db, rows: TestSuiteRow[]): Promise<TestSuite[]> {
  const cases = await listCasesOfSuites(
    db,
    rows.map((row) => row.id),
  )
  return rows.map((row) => ({ ...toTestSuite(row), testCases: cases.get(row.id) ?? [] }))
}
