import { DomainError, invalidField } from '#shared/errors.ts'
import type { Message } from '#shared/message.ts'
import type { PageInput } from '#shared/page.ts'
import { expectationProblem } from '#shared/test-cases/expected-value.ts'
import type {
  CaseType,
  CreateTestCase,
  ListSuiteCases,
  TestCase,
  TestCaseInput,
  UpdateTestCase,
} from '#shared/test-cases/test-case.ts'
import type { ActorContext, Page, UserContext } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { offsetPage, rowsToRead } from '../http/paging.ts'
import { findTestSuite } from '../test-suites/test-suites.repository.ts'
import {
  type CaseContent,
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

export async function listTestCases({ db, actor }: UserContext, part: PageInput): Promise<Page<TestCase>> {
  const cases = await listCasesOfUser(db, actor.user.id, rowsToRead(part.limit), part.offset)
  return offsetPage(cases, part, await countCasesOfUser(db, actor.user.id))
}

export async function listSuiteCases(
  { db, actor }: ActorContext,
  { id, ...part }: ListSuiteCases,
): Promise<Page<TestCase>> {
  const suite = await findTestSuite(db, actor, id, 'project.read')
  const cases = await listCasesOfSuite(db, suite, rowsToRead(part.limit), part.offset)
  return offsetPage(cases, part, suite.test_case_count)
}

export async function getTestCase({ db, actor }: ActorContext, { id }: TestCaseInput): Promise<TestCase> {
  return toTestCase(await findTestCase(db, actor, id, 'project.read'))
}

export async function createTestCase(ctx: ActorContext, input: CreateTestCase): Promise<TestCase> {
  const type = input.type ?? 'manual'
  const content = {
    name: input.name,
    description: input.description || null,
    expected_value_type: input.expectedValueType ?? null,
    expected_value: input.expectedValue ?? null,
  }
  refuseBadExpectation(type, content)
  return await ctx.write({ testSuite: input.testSuiteId }, async (db) => {
    const suite = await findTestSuite(db, ctx.actor, input.testSuiteId, 'case.write')
    const automation_key = input.automationKey || null
    await refuseTakenKey(db, suite.project_id, automation_key)
    return await insertTestCase(db, suite, { type, automation_key, ...content })
  })
}

export async function changeTestCase(ctx: ActorContext, input: UpdateTestCase): Promise<TestCase> {
  return await ctx.write({ testCase: input.id }, async (db) => {
    const testCase = await findTestCase(db, ctx.actor, input.id, 'case.write')
    const content = {
      name: input.name ?? testCase.name,
      description: input.description === undefined ? testCase.description : input.description || null,
      expected_value_type:
        input.expectedValueType === undefined ? testCase.expected_value_type : input.expectedValueType,
      expected_value: input.expectedValue === undefined ? testCase.expected_value : input.expectedValue,
    }
    refuseBadExpectation(testCase.type, content)
    const automationKey = input.automationKey === undefined ? testCase.automation_key : input.automationKey || null
    if (automationKey !== testCase.automation_key) await refuseTakenKey(db, testCase.project_id, automationKey)
    return await reviseTestCase(db, testCase, content, automationKey)
  })
}

export async function deleteTestCase(ctx: ActorContext, { id }: TestCaseInput): Promise<Message> {
  return await ctx.write({ testCase: id }, async (db) => {
    await deleteTestCaseRow(db, await findTestCase(db, ctx.actor, id, 'case.write'))
    return { message: 'Test case deleted' }
  })
}

async function refuseTakenKey(db: Db, projectId: string, automationKey: string | null): Promise<void> {
  if (automationKey !== null && (await hasAutomationKey(db, projectId, automationKey)))
    throw new DomainError('CONFLICT', 'Another test case of this project has this automation key')
}

function refuseBadExpectation(type: CaseType, content: CaseContent): void {
  const { expected_value_type: expectedValueType, expected_value: expectedValue } = content
  const problem = expectationProblem({ type, expectedValueType, expectedValue })
  if (problem) throw invalidField(problem.field, problem.message)
}
