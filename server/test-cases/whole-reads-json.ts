import type { TestSuiteListItem } from '#shared/test-suites/test-suite.ts'
import type { Context } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { joined, list, withList } from '../database/json/gather.ts'
import { withSuites } from '../test-suites/project-lists.ts'
import { casesOfSuiteAsJson, casesOfSuitesAsJson } from './cases-json.repository.ts'

/* The functions of whole-reads.ts, with JSON instead of objects. */

type Snapshot = Pick<Context, 'snapshot'>

/** A suite with its cases. */
export async function withCasesAsJson({ snapshot }: Snapshot, suite: TestSuiteListItem): Promise<Buffer[]> {
  const cases = await snapshot((db) => casesOfSuiteAsJson(db, suite.id))
  return withList(suite, 'testCases', cases)
}

/** Suites with their cases. `db` is a snapshot. */
export async function withCasesOfEachAsJson(db: Db, suites: TestSuiteListItem[]): Promise<Buffer[]> {
  return list(await suitesAsJson(db, suites))
}

/** A project with its suites and their cases. */
export async function withCasesInSuitesAsJson({ snapshot }: Snapshot, project: { id: string }): Promise<Buffer[]> {
  const suites = await snapshot(async (db) => {
    const [listed] = await withSuites({ db }, [project])
    return await suitesAsJson(db, listed?.testSuites ?? [])
  })
  return withList(project, 'testSuites', suites)
}

async function suitesAsJson(db: Db, suites: TestSuiteListItem[]): Promise<Buffer[]> {
  const lists = await casesOfSuitesAsJson(db, suites)
  return joined(suites.map((suite, index) => withList(suite, 'testCases', lists[index] as Buffer[])))
}
