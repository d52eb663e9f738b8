import { Message } from '#shared/message.ts'
import { PageInput } from '#shared/page.ts'
import {
  CreateTestSuite,
  ListProjectSuites,
  TestSuite,
  TestSuiteInput,
  UpdateTestSuite,
} from '#shared/test-suites/test-suite.ts'
import { sendPage } from '../context.ts'
import { withCases, withCasesOfEach } from '../test-cases/test-cases.service.ts'
import { caller, compiled, router, user } from '../trpc.ts'
import {
  changeTestSuite,
  createTestSuite,
  deleteTestSuite,
  getTestSuite,
  listProjectSuites,
  listTestSuites,
} from './test-suites.service.ts'

const tags = ['Test suites']

export const testSuitesRouter = router({
  list: user
    .meta({ openapi: { method: 'GET', path: '/test-suites', tags, summary: 'List the suites of all my projects' } })
    .input(compiled(PageInput))
    .output(compiled(TestSuite.array()))
    .query(async ({ ctx, input }) => withCasesOfEach(ctx, sendPage(ctx, await listTestSuites(ctx, input)))),
  listInProject: caller
    .meta({
      openapi: {
        method: 'GET',
        path: '/test-suites/project/{projectId}',
        tags,
        summary: 'List the suites of a project',
      },
    })
    .input(compiled(ListProjectSuites))
    .output(compiled(TestSuite.array()))
    .query(async ({ ctx, input }) => withCasesOfEach(ctx, sendPage(ctx, await listProjectSuites(ctx, input)))),
  get: caller
    .meta({ openapi: { method: 'GET', path: '/test-suites/{id}', tags, summary: 'Read a suite with its cases' } })
    .input(compiled(TestSuiteInput))
    .output(compiled(TestSuite))
    .query(async ({ ctx, input }) => withCases(ctx, await getTestSuite(ctx, input))),
  create: caller
    .meta({ openapi: { method: 'POST', path: '/test-suites', tags, summary: 'Create a suite' }, status: 201 })
    .input(compiled(CreateTestSuite))
    .output(compiled(TestSuite))
    .mutation(async ({ ctx, input }) => withCases(ctx, await createTestSuite(ctx, input))),
  update: caller
    .meta({ openapi: { method: 'PATCH', path: '/test-suites/{id}', tags, summary: 'Edit a suite' } })
    .input(compiled(UpdateTestSuite))
    .output(compiled(TestSuite))
    .mutation(async ({ ctx, input }) => withCases(ctx, await changeTestSuite(ctx, input))),
  delete: caller
    .meta({ openapi: { method: 'DELETE', path: '/test-suites/{id}', tags, summary: 'Delete a suite with its cases' } })
    .input(compiled(TestSuiteInput))
    .output(compiled(Message))
    .mutation(({ ctx, input }) => deleteTestSuite(ctx, input)),
})
