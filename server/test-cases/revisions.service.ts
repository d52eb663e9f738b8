import { DomainError, notFound } from '#shared/errors.ts'
import type { ListCaseRevisions, RestoreRevision, TestCaseRevision } from '#shared/test-cases/revision.ts'
import type { TestCaseDetail } from '#shared/test-cases/test-case.ts'
import { actorPerson } from '../authorize.ts'
import type { ActorContext } from '../context.ts'
import { offsetPage, type Page, totalOf } from '../http/paging.ts'
import { refuseBadExpectation } from './bad-expectation.ts'
import { reviseTestCase } from './case-writes.repository.ts'
import { countRevisions, findCaseOfRevisions, findRevision, listRevisions } from './revisions.repository.ts'
import { findTestCase } from './test-cases.repository.ts'

/** The history of a case, newest first, even of a deleted one. */
export async function listCaseRevisions(
  { db, actor }: ActorContext,
  { id, ...page }: ListCaseRevisions,
): Promise<Page<TestCaseRevision>> {
  const testCase = await findCaseOfRevisions(db, actor, id)
  const rows = await listRevisions(db, testCase, page)
  return offsetPage(rows, page, await totalOf(rows, page, () => countRevisions(db, testCase)))
}

/**
 * Restores the content of an earlier revision as a new one. The case keeps its suite, position and automation key.
 * Throws CONFLICT for an automated case.
 */
export async function restoreRevision(ctx: ActorContext, { id, revision }: RestoreRevision): Promise<TestCaseDetail> {
  return await ctx.write({ testCase: id }, async (db) => {
    const testCase = await findTestCase(db, ctx.actor, id, 'case.write')
    if (testCase.type === 'auto')
      throw new DomainError('CONFLICT', 'The content of an automated test case comes from its automation')
    const content = await findRevision(db, testCase, revision)
    if (!content) throw notFound('Revision')
    refuseBadExpectation(content)
    const keys = { automationKey: testCase.automation_key, externalKey: testCase.external_key }
    const fields = { ...content, ...keys }
    return await reviseTestCase(db, testCase, fields, actorPerson(ctx.actor))
  })
}
