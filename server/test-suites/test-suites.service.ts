import type { Deleted } from '#shared/deletions/deletion.ts'
import { notFound } from '#shared/errors.ts'
import type { IdInput } from '#shared/fields.ts'
import type { PageInput } from '#shared/page.ts'
import type { ProjectOverview } from '#shared/projects/project.ts'
import type { CreateTestSuite, TestSuite, TestSuiteListItem, UpdateTestSuite } from '#shared/test-suites/test-suite.ts'
import { audit } from '../audit/audit.ts'
import type { Actor, Authorized, Memberships } from '../authorize.ts'
import type { ActorContext, Context } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { versionOfProject } from '../database/versions.ts'
import { answer } from '../http/answer.ts'
import { trashSuite } from '../deletions/trash.repository.ts'
import { refuseChanged } from '../http/entity-tags.ts'
import { once } from '../http/idempotency.ts'
import { offsetPage, type Page, rowsToRead, totalOf } from '../http/paging.ts'
import { findProject, type ProjectRow, toProject } from '../projects/projects.repository.ts'
import { withSuites } from './project-lists.ts'
import {
  countSuites,
  countSuitesOfUser,
  findTestSuite,
  insertTestSuite,
  listSuiteRows,
  listSuiteRowsOfUser,
  moveTestSuite,
  toTestSuite,
  updateTestSuite,
} from './test-suites.repository.ts'

/* Suites without their cases; the service of cases adds them. */

export async function pageOfSuites(
  db: Db,
  memberships: Memberships,
  page: PageInput,
): Promise<Page<TestSuiteListItem>> {
  const rows = await listSuiteRowsOfUser(db, memberships, rowsToRead(page.limit), page.offset)
  const total = await totalOf(rows, page, () => countSuitesOfUser(db, memberships))
  return offsetPage(rows.map(toTestSuite), page, total)
}

export async function pageOfProjectSuites(
  db: Db,
  project: Authorized<ProjectRow, 'project.read'>,
  page: PageInput,
): Promise<Page<TestSuiteListItem>> {
  const rows = await listSuiteRows(db, project, rowsToRead(page.limit), page.offset)
  const total = await totalOf(rows, page, () => countSuites(db, project.id))
  return offsetPage(rows.map(toTestSuite), page, total)
}

export async function readProjectOverview(ctx: ActorContext, { id }: IdInput): Promise<ProjectOverview> {
  const { db, actor } = ctx
  const project = await findProject(db, actor, id, 'project.read')
  const latest = () => versionOfProject(db, id)
  const head = toProject(project, ctx.secrets)
  ctx.reply.isSecret = head.clientSecret !== null
  return await answer(ctx, {
    version: {
      name: ['project overview', id, project.role, ctx.reply.isSecret],
      current: () => project.version,
      latest,
    },
    read: () => withSuiteCounts(ctx, head),
  })
}

async function withSuiteCounts<P extends { id: string }>(ctx: Context, project: P) {
  const testSuites = (await withSuites(ctx, [project])).flatMap((listed) => listed.testSuites)
  const testCaseCount = testSuites.reduce((sum, suite) => sum + suite.testCaseCount, 0)
  return { ...project, testSuites, testSuiteCount: testSuites.length, testCaseCount }
}

/** Also throws NOT_FOUND for a suite of another project. */
export async function findSuiteOfProject(db: Db, actor: Actor, projectId: string, testSuiteId: string) {
  const suite = await findTestSuite(db, actor, testSuiteId, 'case.write')
  if (suite.project_id !== projectId) throw notFound('Test suite')
  return suite
}

/** A new suite has no cases. */
export async function createTestSuite(ctx: ActorContext, input: CreateTestSuite): Promise<TestSuite> {
  const { projectId, name, description } = input
  return await ctx.write({ project: projectId }, async (db) => {
    const project = await findProject(db, ctx.actor, projectId, 'suite.write')
    return await once(db, ctx, ['test suite', input], async () => {
      const id = await insertTestSuite(db, project, { name, description: description || null })
      return { ...(await readTestSuite(db, ctx.actor, id)), testCases: [] }
    })
  })
}

export async function changeTestSuite(
  ctx: ActorContext,
  { id, name, description, position }: UpdateTestSuite,
): Promise<TestSuiteListItem> {
  return await ctx.write({ testSuite: id }, async (db) => {
    const suite = await findTestSuite(db, ctx.actor, id, 'suite.write')
    refuseChanged(ctx, toTestSuite(suite), 'test suite')
    await updateTestSuite(db, suite, { name, description: description === '' ? null : description })
    if (position != null) await moveTestSuite(db, suite, position)
    return await readTestSuite(db, ctx.actor, id)
  })
}

export async function deleteTestSuite(ctx: ActorContext, { id }: IdInput): Promise<Deleted> {
  const deleted = await ctx.write({ testSuite: id }, async (db) => {
    const suite = await findTestSuite(db, ctx.actor, id, 'suite.write')
    refuseChanged(ctx, toTestSuite(suite), 'test suite')
    const deletionId = await trashSuite(db, ctx.actor, suite)
    const before = { name: suite.name, testCases: suite.test_case_count }
    await audit(db, ctx, { action: 'suite.deleted', projectId: suite.project_id, target: id, before })
    return { message: 'Test suite deleted', deletionId }
  })
  ctx.trash.wake()
  return deleted
}

async function readTestSuite(db: Db, actor: Actor, id: string): Promise<TestSuiteListItem> {
  return toTestSuite(await findTestSuite(db, actor, id, 'project.read'))
}
