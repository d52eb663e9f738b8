import type { TestSuiteListItem } from '#shared/test-suites/test-suite.ts'
import type { Context } from '../context.ts'
import { joined, list, withList } from '../database/json/gather.ts'
import { withSuites } from '../test-suites/test-suites.service.ts'
import { casesOfSuiteAsJson, casesOfSuitesAsJson } from './cases-json.repository.ts'

/* The functions of whole-reads.ts, with JSON instead of objects. */

type Snapshot = Pick<Context, 'snapshot'>

/** A suite with its cases. */
export async function withCasesAsJson({ snapshot }: Snapshot, suite: TestSuiteListItem): Promise<Buffer[]> {
  const { json } = await snapshot((db) => casesOfSuiteAsJson(db, suite.id))
  return withList(suite, 'testCases', json)
}

/** Suites with their cases. */
export async function withCasesOfEachAsJson(ctx: Snapshot, suites: TestSuiteListItem[]): Promise<Buffer[]> {
  return list(await suitesAsJson(ctx, suites))
}

/** A project with its suites and their cases. */
export async function withCasesInSuitesAsJson(ctx: Context, project: { id: string }): Promise<Buffer[]> {
  const suites = (await withSuites(ctx, [project])).flatMap(({ testSuites }) => testSuites)
  return withList(project, 'testSuites', await suitesAsJson(ctx, suites))
}

async function suitesAsJson({ snapshot }: Snapshot, suites: TestSuiteListItem[]): Promise<Buffer[]> {
  const lists = await snapshot((db) => casesOfSuitesAsJson(db, suites))
  return joined(suites.map((suite, index) => withList(suite, 'testCases', lists[index] as Buffer[])))
}
