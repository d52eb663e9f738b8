import type { IdInput } from '#shared/fields.ts'
import type { Project } from '#shared/projects/project.ts'
import type { TestSuite, TestSuiteListItem } from '#shared/test-suites/test-suite.ts'
import type { ActorContext, Context } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { joined, withList } from '../database/json/chunks.ts'
import { versionOfProject } from '../database/versions.ts'
import { answer, wholeRead } from '../http/answer.ts'
import { tagOf } from '../http/entity-tags.ts'
import type { Json } from '../http/json.ts'
import { findProject, type ProjectHead, toProject } from '../projects/projects.repository.ts'
import { suiteSizes } from '../test-suites/suite-sizes.repository.ts'
import { findTestSuite, listSuiteRowsOf, toTestSuite } from '../test-suites/test-suites.repository.ts'
import { casesAsJson } from './cases-json.repository.ts'

export async function readTestSuite(ctx: ActorContext, { id }: IdInput): Promise<TestSuite> {
  const row = await findTestSuite(ctx.db, ctx.actor, id, 'project.read')
  const suite = toTestSuite(row)
  const latest = () => versionOfProject(ctx.db, suite.projectId)
  return await answer(ctx, {
    version: { name: ['suite', id], current: () => row.version, latest },
    head: tagOf(suite),
    read: () => withCases(ctx, suite),
  })
}

export async function readProject(ctx: ActorContext, { id }: IdInput): Promise<Project> {
  const row = await findProject(ctx.db, ctx.actor, id, 'project.read')
  const project = toProject(row, ctx.secrets)
  ctx.reply.isSecret = project.clientSecret !== null
  const latest = () => versionOfProject(ctx.db, id)
  return await answer(ctx, {
    version: { name: ['project', id, row.role, ctx.reply.isSecret], current: () => row.version, latest },
    head: tagOf(project),
    read: () => withCasesInSuites(ctx, project),
  })
}

export async function answerSuite(ctx: Context, suite: TestSuiteListItem): Promise<TestSuite> {
  return await answer(ctx, { head: tagOf(suite), read: () => withCases(ctx, suite) })
}

export async function answerProject(ctx: Context, project: ProjectHead): Promise<Project> {
  return await answer(ctx, { head: tagOf(project), read: () => withCasesInSuites(ctx, project) })
}

async function withCases(ctx: Context, suite: TestSuiteListItem): Promise<Json> {
  return await wholeRead(ctx, async (db) => {
    const [cases = []] = await casesAsJson(db, await suiteSizes(db, [suite.id]))
    return withList(suite, 'testCases', cases)
  })
}

async function withCasesInSuites(ctx: Context, project: ProjectHead): Promise<Json> {
  return await wholeRead(ctx, async (db) => {
    const suites = (await listSuiteRowsOf(db, [project.id])).map(toTestSuite)
    return withList(project, 'testSuites', await suitesAsJson(db, suites))
  })
}

export async function suitesAsJson(db: Db, suites: TestSuiteListItem[]): Promise<Buffer[]> {
  const lists = await casesAsJson(db, suites)
  return joined(suites.map((suite, index) => withList(suite, 'testCases', lists[index] as Buffer[])))
}
