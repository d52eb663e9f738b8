import type { CopyTestCases } from '#shared/test-cases/bulk.ts'
import type { TestCase } from '#shared/test-cases/test-case.ts'
import { actorPerson } from '../authorize.ts'
import type { ActorContext } from '../context.ts'
import { isKept, once } from '../http/idempotency.ts'
import { findProject } from '../projects/projects.repository.ts'
import { findSuiteOfProject } from '../test-suites/test-suites.service.ts'
import { copyCases } from './copy.repository.ts'
import { refuseUnknownCases } from './refuse-cases.ts'
import { listCasesById } from './search/search-cases.repository.ts'

/**
 * Copies cases to the end of a suite of their project, in the order of `ids`. A copy has a ref of its own and neither
 * automation key nor attachments. Throws NOT_FOUND for an unknown case or suite.
 */
export async function copyTestCases(ctx: ActorContext, input: CopyTestCases): Promise<TestCase[]> {
  const made = await ctx.write({ project: input.id }, async (db) => {
    const project = await findProject(db, ctx.actor, input.id, 'case.write')
    return await once<Made>(db, ctx, ['copy of test cases', input], async () => {
      const suite = await findSuiteOfProject(db, ctx.actor, project.id, input.testSuiteId)
      await refuseUnknownCases(db, project.id, input.ids, ['ids'])
      const ids = await copyCases(db, suite, [...new Set(input.ids)], actorPerson(ctx.actor))
      return isKept(ctx) ? await listCasesById(db, ids) : { ids }
    })
  })
  // Otherwise other writes would wait for the answer.
  return Array.isArray(made) ? made : await listCasesById(ctx.db, made.ids)
}

type Made = TestCase[] | { ids: string[] }
