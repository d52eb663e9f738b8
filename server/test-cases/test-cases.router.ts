import { Message } from '#shared/message.ts'
import { PageInput } from '#shared/page.ts'
import {
  CreateTestCase,
  ListCaseResults,
  ListSuiteCases,
  TestCase,
  TestCaseInput,
  UpdateTestCase,
} from '#shared/test-cases/test-case.ts'
import { CaseResult } from '#shared/test-runs/test-run.ts'
import { sendPage } from '../context.ts'
import { listCaseResults } from '../test-results/test-results.service.ts'
import { caller, compiled, router, user } from '../trpc.ts'
import {
  changeTestCase,
  createTestCase,
  deleteTestCase,
  getTestCase,
  listSuiteCases,
  listTestCases,
} from './test-cases.service.ts'

const tags = ['Test cases']

export const testCasesRouter = router({
  list: user
    .meta({ openapi: { method: 'GET', path: '/test-cases', tags, summary: 'List the cases of all my projects' } })
    .input(compiled(PageInput))
    .output(compiled(TestCase.array()))
    .query(async ({ ctx, input }) => sendPage(ctx, await listTestCases(ctx, input))),
  listInSuite: caller
    .meta({
      openapi: { method: 'GET', path: '/test-cases/test-suite/{id}', tags, summary: 'List the cases of a suite' },
    })
    .input(compiled(ListSuiteCases))
    .output(compiled(TestCase.array()))
    .query(async ({ ctx, input }) => sendPage(ctx, await listSuiteCases(ctx, input))),
  get: caller
    .meta({ openapi: { method: 'GET', path: '/test-cases/{id}', tags, summary: 'Read a case' } })
    .input(compiled(TestCaseInput))
    .output(compiled(TestCase))
    .query(({ ctx, input }) => getTestCase(ctx, input)),
  results: caller
    .meta({
      openapi: {
        method: 'GET',
        path: '/test-cases/{id}/results',
        tags,
        summary: 'List the results of a case over its runs',
      },
    })
    .input(compiled(ListCaseResults))
    .output(compiled(CaseResult.array()))
    .query(async ({ ctx, input }) => sendPage(ctx, await listCaseResults(ctx, input))),
  create: caller
    .meta({ openapi: { method: 'POST', path: '/test-cases', tags, summary: 'Create a case' }, status: 201 })
    .input(compiled(CreateTestCase))
    .output(compiled(TestCase))
    .mutation(({ ctx, input }) => createTestCase(ctx, input)),
  update: caller
    .meta({ openapi: { method: 'PATCH', path: '/test-cases/{id}', tags, summary: 'Edit a case' } })
    .input(compiled(UpdateTestCase))
    .output(compiled(TestCase))
    .mutation(({ ctx, input }) => changeTestCase(ctx, input)),
  delete: caller
    .meta({ openapi: { method: 'DELETE', path: '/test-cases/{id}', tags, summary: 'Delete a case' } })
    .input(compiled(TestCaseInput))
    .output(compiled(Message))
    .mutation(({ ctx, input }) => deleteTestCase(ctx, input)),
})
