import type { CopyTestCases } from '#shared/test-cases/bulk.ts'
import type { TestCase } from '#shared/test-cases/test-case.ts'
import { actorPerson } from '../authorize.ts'
import type { ActorContext } from '../context.ts'
import { newId } from '../database/new-id.ts'
import { areMany, type MadeTexts, makeTexts } from '../database/search/texts.ts'
import { isKept, once } from '../http/idempotency.ts'
import { findProject } from '../projects/projects.repository.ts'
import { findSuiteOfProject } from '../test-suites/test-suites.service.ts'
import { type Copy, copyCases } from './copy.repository.ts'
import { refuseUnknownCases } from './refuse-cases.ts'
import { listCasesById } from './search/search-cases.repository.ts'

/**
 * Copies cases to the end of a suite of their project, in the order of `ids`. A copy has a ref of its own and neither
 * automation key nor attachments. Throws NOT_FOUND for an unknown case or suite.
 */
export async function copyTestCases(ctx: ActorContext, input: CopyTestCases): Promise<TestCase[]> {
  const copies = Array.from(new Set(input.ids), (copyOf) => ({ id: newId(), copyOf }))
  const texts = await textsOf(ctx, input.id, copies)
  const made = await ctx.write({ project: input.id }, async (db) => {
    const project = await findProject(db, ctx.actor, input.id, 'case.write')
    return await once<Made>(db, ctx, ['copy of test cases', input], async () => {
      const suite = await findSuiteOfProject(db, ctx.actor, project.id, input.testSuiteId)
      await refuseUnknownCases(db, project.id, input.ids, ['ids'])
      await copyCases(db, suite, copies, { author: actorPerson(ctx.actor), texts })
      const ids = copies.map(({ id }) => id)
      return isKept(ctx) ? await listCasesById(db, ids) : { ids }
    })
  })
  // Otherwise other writes would wait for the answer.
  return Array.isArray(made) ? made : await listCasesById(ctx.db, made.ids)
}

type Made = TestCase[] | { ids: string[] }

/** The searched texts of many copies, with the refs that they get if nobody else takes them. */
async function textsOf({ db, actor }: ActorContext, projectId: string, copies: Copy[]): Promise<MadeTexts | undefined> {
  const ids = copies.map(({ copyOf }) => copyOf)
  if (!areMany(ids)) return undefined
  const project = await findProject(db, actor, projectId, 'case.write')
  const copyOf = new Map(
    copies.map((copy, index) => [copy.copyOf, { id: copy.id, ref: `C${project.last_case_number + index + 1}` }]),
  )
  return await makeTexts(db, ids, (testCase) => ({
    ...testCase,
    ...copyOf.get(testCase.id),
    automation_key: null,
    revision: 1,
  }))
}
