import type { IdInput } from '#shared/fields.ts'
import type { Project } from '#shared/projects/project.ts'
import type { TestSuite, TestSuiteListItem } from '#shared/test-suites/test-suite.ts'
import type { ActorContext, Context } from '../context.ts'
import { versionOfProject } from '../database/versions.ts'
import { answerOnce, answerRead } from '../http/answer-read.ts'
import { tagOf } from '../http/entity-tags.ts'
import { findProject, type ProjectHead, toProject } from '../projects/projects.repository.ts'
import { findTestSuite, toTestSuite } from '../test-suites/test-suites.repository.ts'
import { withSuites } from '../test-suites/project-lists.ts'
import { listCasesOfSuite, listCasesOfSuites } from './test-cases.repository.ts'
import { withCasesAsJson, withCasesInSuitesAsJson } from './whole-reads-json.ts'

export async function readTestSuite(ctx: ActorContext, { id }: IdInput): Promise<TestSuite> {
  const { db, actor } = ctx
  const row = await findTestSuite(db, actor, id, 'project.read')
  const suite = toTestSuite(row)
  return await answerRead(ctx, {
    name: ['suite', id],
    version: row.version,
    latest: () => versionOfProject(db, suite.projectId),
    head: tagOf(suite),
    bytes: () => withCasesAsJson(ctx, suite),
    object: () => withCases(ctx, suite),
  })
}

export async function readProject(ctx: ActorContext, { id }: IdInput): Promise<Project> {
  const { db, actor } = ctx
  const row = await findProject(db, actor, id, 'project.read')
  const project = toProject(row)
  return await answerRead(ctx, {
    name: ['project', id, row.role],
    version: row.version,
    latest: () => versionOfProject(db, id),
    head: tagOf(project),
    bytes: () => withCasesInSuitesAsJson(ctx, project),
    object: () => withCasesInSuites(ctx, project),
  })
}

/** The answer of a call that changed a suite: the suite with its cases. */
export async function answerSuite(ctx: Context, suite: TestSuiteListItem): Promise<TestSuite> {
  return await answerOnce(ctx, {
    head: tagOf(suite),
    bytes: () => withCasesAsJson(ctx, suite),
    object: () => withCases(ctx, suite),
  })
}

/** The answer of a call that changed a project: the project with its suites and their cases. */
export async function answerProject(ctx: Context, project: ProjectHead): Promise<Project> {
  return await answerOnce(ctx, {
    head: tagOf(project),
    bytes: () => withCasesInSuitesAsJson(ctx, project),
    object: () => withCasesInSuites(ctx, project),
  })
}

/** Returns a suite with its cases. */
async function withCases({ db }: Context, suite: TestSuiteListItem): Promise<TestSuite> {
  return { ...suite, testCases: await listCasesOfSuite(db, suite.id) }
}

/** Returns suites with their cases. */
export async function withCasesOfEach({ db }: Context, suites: TestSuiteListItem[]): Promise<TestSuite[]> {
  const cases = await listCasesOfSuites(
    db,
    suites.map(({ id }) => id),
  )
  return suites.map((suite) => ({ ...suite, testCases: cases.get(suite.id) ?? [] }))
}

/** Returns a project with its suites and their cases. */
async function withCasesInSuites<P extends { id: string }>(
  ctx: Context,
  project: P,
): Promise<P & { testSuites: TestSuite[] }> {
  const suites = (await withSuites(ctx, [project])).flatMap(({ testSuites }) => testSuites)
  return { ...project, testSuites: await withCasesOfEach(ctx, suites) }
}
