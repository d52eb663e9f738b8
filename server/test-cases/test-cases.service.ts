import { DomainError, invalidField } from '#shared/errors.ts'
import type { IdInput } from '#shared/fields.ts'
import type { Message } from '#shared/message.ts'
import type { PageInput } from '#shared/page.ts'
import { expectationProblem } from '#shared/test-cases/expected-value.ts'
import {
  applyFields,
  type CaseContent,
  type CreateTestCase,
  type ListSuiteCases,
  newFields,
  type TestCase,
  type UpdateTestCase,
} from '#shared/test-cases/test-case.ts'
import type { ActorContext, UserContext } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { refuseChanged } from '../http/entity-tags.ts'
import { once } from '../http/idempotency.ts'
import { offsetPage, type Page, rowsToRead } from '../http/paging.ts'
import { findTestSuite } from '../test-suites/test-suites.service.ts'
import {
  countCasesOfUser,
  deleteTestCaseRow,
  findTestCase,
  hasAutomationKey,
  insertTestCase,
  listCasesOfSuite,
  listCasesOfUser,
  reviseTestCase,
  toTestCase,
} from './test-cases.repository.ts'

export { insertAutomatedCases } from './automated-cases.repository.ts'
export {
  findCasesById,
  findCasesByKey,
  findCasesByName,
  findSuitesByName,
  type KnownCase,
} from './case-lookup.repository.ts'
export { findTestCase, type TestCaseRow } from './test-cases.repository.ts'
export { readProject, readTestSuite, withCases, withCasesInSuites, withCasesOfEach } from './whole-reads.ts'
export { listProjectSuites, listTestSuites } from './suite-lists.ts'

export async function listTestCases({ db, actor }: UserContext, page: PageInput): Promise<Page<TestCase>> {
  const cases = await listCasesOfUser(db, actor.user.id, rowsToRead(page.limit), page.offset)
  return offsetPage(cases, page, await countCasesOfUser(db, actor.user.id))
}

export async function listSuiteCases(
  { db, actor }: ActorContext,
  { id, ...page }: ListSuiteCases,
): Promise<Page<TestCase>> {
  const suite = await findTestSuite(db, actor, id, 'project.read')
  const cases = await listCasesOfSuite(db, suite.id, rowsToRead(page.limit), page.offset)
  return offsetPage(cases, page, suite.test_case_count)
}

export async function getTestCase({ db, actor }: ActorContext, { id }: IdInput): Promise<TestCase> {
  return toTestCase(await findTestCase(db, actor, id, 'project.read'))
}

export async function createTestCase(ctx: ActorContext, input: CreateTestCase): Promise<TestCase> {
  const fields = newFields(input)
  refuseBadExpectation(fields)
  return await ctx.write({ testSuite: input.testSuiteId }, async (db) => {
    const suite = await findTestSuite(db, ctx.actor, input.testSuiteId, 'case.write')
    return await once(db, ctx, ['test case', input], async () => {
      await refuseDuplicateKey(db, suite.project_id, fields.automationKey)
      return await insertTestCase(db, suite, fields)
    })
  })
}

export async function changeTestCase(ctx: ActorContext, input: UpdateTestCase): Promise<TestCase> {
  return await ctx.write({ testCase: input.id }, async (db) => {
    const testCase = await findTestCase(db, ctx.actor, input.id, 'case.write')
    refuseChanged(ctx, toTestCase(testCase), 'test case')
    const fields = applyFields(toTestCase(testCase), input)
    refuseBadExpectation(fields)
    if (fields.automationKey !== testCase.automation_key)
      await refuseDuplicateKey(db, testCase.project_id, fields.automationKey)
    return await reviseTestCase(db, testCase, fields)
  })
}

export async function deleteTestCase(ctx: ActorContext, { id }: IdInput): Promise<Message> {
  return await ctx.write({ testCase: id }, async (db) => {
    const testCase = await findTestCase(db, ctx.actor, id, 'case.write')
    refuseChanged(ctx, toTestCase(testCase), 'test case')
    await deleteTestCaseRow(db, testCase)
    return { message: 'Test case deleted' }
  })
}

async function refuseDuplicateKey(db: Db, projectId: string, automationKey: string | null): Promise<void> {
  if (automationKey !== null && (await hasAutomationKey(db, projectId, automationKey)))
    throw new DomainError('CONFLICT', 'Another test case of this project has this automation key')
}

function refuseBadExpectation(content: CaseContent): void {
  const problem = expectationProblem(content)
  if (problem) throw invalidField(problem.field, problem.message)
}
