import type { CopyTestCases } from '#shared/test-cases/bulk.ts'
import type { TestCase } from '#shared/test-cases/test-case.ts'
import { actorPerson } from '../authorize.ts'
import type { ActorContext } from '../context.ts'
import { noteEvent } from '../database/changes.ts'
import { newId } from '../database/new-id.ts'
import { finish, numbers } from '../deletions/removal.ts'
import { once, onceOf, storeAnswer } from '../http/idempotency.ts'
import { findProject } from '../projects/projects.repository.ts'
import { findSuiteOfProject } from '../test-suites/test-suites.service.ts'
import { insertChange } from './case-changes.repository.ts'
import { caseChanges } from './case-changes.ts'
import { copySome } from './copy-some.ts'
import { refuseUnknownCases } from './refuse-cases.ts'
import { listCasesById } from './search/search-cases.repository.ts'

/**
 * Copies cases to the end of a suite of their project, in the order of `ids`. A copy gets its own ref, and neither
 * automation key nor attachments. Throws NOT_FOUND for an unknown case or suite.
 */
export async function copyTestCases(ctx: ActorContext, input: CopyTestCases): Promise<TestCase[]> {
  const copies = Array.from(new Set(input.ids), (copyOf) => ({ id: newId(), copyOf }))
  const request = ['copy of test cases', input]
  const made = await ctx.write({ project: input.id }, async (db) => {
    const project = await findProject(db, ctx.actor, input.id, 'case.write')
    return await once<Made>(db, ctx, request, async () => {
      const { id: testSuiteId } = await findSuiteOfProject(db, ctx.actor, project.id, input.testSuiteId)
      await refuseUnknownCases(db, project.id, input.ids, ['ids'])
      const id = await insertChange(db, project.id, copies.length)
      const author = actorPerson(ctx.actor)
      await copySome(db, { id, project_id: project.id }, { kind: 'copy', copies, testSuiteId, author })
      const ids = copies.map((copy) => copy.id)
      noteEvent(db, { type: 'case.created', projectId: project.id, testCaseIds: ids })
      return { ids }
    })
  })
  if (Array.isArray(made)) return made
  await finish(ctx, [caseChanges, numbers], input.id)
  const answer = await listCasesById(ctx.db, made.ids)
  const call = onceOf(ctx, request)
  if (call) await ctx.write({ project: input.id }, (db) => storeAnswer(db, call, answer))
  return answer
}

/** The response stored for a repeated call: at first the ids of the copies, and the answer once all are made. */
type Made = TestCase[] | { ids: string[] }
