import { Deleted } from '#shared/deletions/deletion.ts'
import { IdInput } from '#shared/fields.ts'
import { PageInput } from '#shared/page.ts'
import { CreateTestSuite, ListProjectSuites, TestSuite, UpdateTestSuite } from '#shared/test-suites/test-suite.ts'
import { answerSuite, readTestSuite } from '../test-cases/whole-reads.ts'
import { listProjectSuites, listTestSuites } from '../test-cases/suite-lists.ts'
import { caller, compiled, restUnder, router, user } from '../trpc.ts'
import { changeTestSuite, createTestSuite, deleteTestSuite } from './test-suites.service.ts'

const rest = restUnder('Test suites')

export const testSuitesRouter = router({
  list: user('read')
    .meta(rest('GET /test-suites', 'List the suites of all my projects', { isVersioned: true }))
    .input(compiled(PageInput))
    .output(compiled(TestSuite.array()))
    .query(({ ctx, input }) => listTestSuites(ctx, input)),
  listInProject: caller('read')
    .meta(rest('GET /test-suites/project/{projectId}', 'List the suites of a project', { isVersioned: true }))
    .input(compiled(ListProjectSuites))
    .output(compiled(TestSuite.array()))
    .query(({ ctx, input }) => listProjectSuites(ctx, input)),
  get: caller('read')
    .meta(rest('GET /test-suites/{id}', 'Read a suite with its cases', { entity: true }))
    .input(compiled(IdInput))
    .output(compiled(TestSuite))
    .query(({ ctx, input }) => readTestSuite(ctx, input)),
  create: caller('write')
    .meta(rest('POST /test-suites', 'Create a suite', { status: 201, entity: true }))
    .input(compiled(CreateTestSuite))
    .output(compiled(TestSuite))
    .mutation(({ ctx, input }) => createTestSuite(ctx, input)),
  update: caller('write')
    .meta(rest('PATCH /test-suites/{id}', 'Edit a suite', { entity: true }))
    .input(compiled(UpdateTestSuite))
    .output(compiled(TestSuite))
    .mutation(async ({ ctx, input }) => answerSuite(ctx, await changeTestSuite(ctx, input))),
  delete: caller('write')
    .meta(rest('DELETE /test-suites/{id}', 'Delete a suite with its cases', { entity: true }))
    .input(compiled(IdInput))
    .output(compiled(Deleted))
    .mutation(({ ctx, input }) => deleteTestSuite(ctx, input)),
})
