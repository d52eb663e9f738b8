import { Deleted, DeletedCases, DeleteTestCases } from '#shared/deletions/deletion.ts'
import { IdInput } from '#shared/fields.ts'
import { PageInput } from '#shared/page.ts'
import { GetCaseByRef } from '#shared/test-cases/case-ref.ts'
import { ListCaseRevisions, RestoreRevision, TestCaseRevision } from '#shared/test-cases/revision.ts'
import { CasesChanged, CasesUndone, CopyTestCases, UndoCaseChange, UpdateTestCases } from '#shared/test-cases/bulk.ts'
import { CaseMatches, MatchTestCases, SearchTestCases, TagCount } from '#shared/test-cases/search.ts'
import {
  CreateTestCase,
  ListCaseResults,
  ListSuiteCases,
  TestCase,
  TestCaseDetail,
  UpdateTestCase,
} from '#shared/test-cases/test-case.ts'
import { ListRecentResults, RecentResults } from '#shared/test-results/match.ts'
import { CaseResult } from '#shared/test-runs/test-run.ts'
import { sendPage } from '../context.ts'
import { listCaseResults } from '../test-results/test-results.service.ts'
import { listRecentResults } from '../test-results/attention.service.ts'
import { caller, compiled, restUnder, router, user } from '../trpc.ts'
import { listTags, matchTestCases, searchTestCases } from './search/search.service.ts'
import { changeTestCase, createTestCase, getTestCase, getTestCaseByRef } from './test-cases.service.ts'
import { changeTestCases } from './bulk.service.ts'
import { copyTestCases } from './copy.service.ts'
import { deleteTestCase, deleteTestCases } from './delete-cases.ts'
import { listCaseRevisions, restoreRevision } from './revisions.service.ts'
import { listSuiteCases, listTestCases } from './case-lists.ts'
import { undoCaseChange } from './undo.service.ts'

const rest = restUnder('Test cases')

const EXPECTATION =
  'A manual case without steps needs an `expectedValueType` and an `expectedValue`. The value fits the type, if there is one.'

export const testCasesRouter = router({
  list: user('read')
    .meta(rest('GET /test-cases', 'List the cases of all my projects', { isVersioned: true }))
    .input(compiled(PageInput))
    .output(compiled(TestCase.array()))
    .query(({ ctx, input }) => listTestCases(ctx, input)),
  listInSuite: caller('read')
    .meta(rest('GET /test-cases/test-suite/{id}', 'List the cases of a suite', { isVersioned: true }))
    .input(compiled(ListSuiteCases))
    .output(compiled(TestCase.array()))
    .query(({ ctx, input }) => listSuiteCases(ctx, input)),
  get: caller('read')
    .meta(rest('GET /test-cases/{id}', 'Read a case', { entity: true }))
    .input(compiled(IdInput))
    .output(compiled(TestCaseDetail))
    .query(({ ctx, input }) => getTestCase(ctx, input)),
  byRef: caller('read')
    .meta(rest('GET /projects/{projectId}/test-cases/{ref}', 'Read a case by its ref', { entity: true }))
    .input(compiled(GetCaseByRef))
    .output(compiled(TestCaseDetail))
    .query(({ ctx, input }) => getTestCaseByRef(ctx, input)),
  search: caller('read')
    .meta(rest('GET /projects/{id}/test-cases', 'Search and filter the cases of a project'))
    .input(compiled(SearchTestCases))
    .output(compiled(TestCase.array()))
    .query(({ ctx, input }) => searchTestCases(ctx, input)),
  matchIds: caller('read')
    .meta(rest('GET /projects/{id}/test-case-ids', 'List the ids of the cases that match a search'))
    .input(compiled(MatchTestCases))
    .output(compiled(CaseMatches))
    .query(({ ctx, input }) => matchTestCases(ctx, input)),
  tags: caller('read')
    .meta(rest('GET /projects/{id}/tags', 'List the tags of a project, most used first'))
    .input(compiled(IdInput))
    .output(compiled(TagCount.array()))
    .query(({ ctx, input }) => listTags(ctx, input)),
  results: caller('read')
    .meta(rest('GET /test-cases/{id}/results', 'List the results of a case over its runs'))
    .input(compiled(ListCaseResults))
    .output(compiled(CaseResult.array()))
    .query(async ({ ctx, input }) => sendPage(ctx, await listCaseResults(ctx, input))),
  recentResults: caller('read')
    .meta(rest('GET /test-runs/{testRunId}/recent-results', 'List the last results of some cases up to a run'))
    .input(compiled(ListRecentResults))
    .output(compiled(RecentResults.array()))
    .query(({ ctx, input }) => listRecentResults(ctx, input)),
  create: caller('write')
    .meta(rest('POST /test-cases', 'Create a case', { description: EXPECTATION, status: 201, entity: true }))
    .input(compiled(CreateTestCase))
    .output(compiled(TestCaseDetail))
    .mutation(({ ctx, input }) => createTestCase(ctx, input)),
  update: caller('write')
    .meta(rest('PATCH /test-cases/{id}', 'Edit a case', { description: EXPECTATION, refusals: [409], entity: true }))
    .input(compiled(UpdateTestCase))
    .output(compiled(TestCaseDetail))
    .mutation(({ ctx, input }) => changeTestCase(ctx, input)),
  delete: caller('write')
    .meta(rest('DELETE /test-cases/{id}', 'Delete a case', { entity: true }))
    .input(compiled(IdInput))
    .output(compiled(Deleted))
    .mutation(({ ctx, input }) => deleteTestCase(ctx, input)),
  deleteMany: caller('write')
    .meta(rest('POST /projects/{id}/test-cases/delete', 'Delete many cases'))
    .input(compiled(DeleteTestCases))
    .output(compiled(DeletedCases))
    .mutation(({ ctx, input }) => deleteTestCases(ctx, input)),
  revisions: caller('read')
    .meta(rest('GET /test-cases/{id}/revisions', 'List the revisions of a case'))
    .input(compiled(ListCaseRevisions))
    .output(compiled(TestCaseRevision.array()))
    .query(async ({ ctx, input }) => sendPage(ctx, await listCaseRevisions(ctx, input))),
  restoreRevision: caller('write')
    .meta(
      rest('POST /test-cases/{id}/revisions/{revision}/restore', 'Restore the content of an earlier revision', {
        refusals: [409],
        entity: true,
      }),
    )
    .input(compiled(RestoreRevision))
    .output(compiled(TestCaseDetail))
    .mutation(({ ctx, input }) => restoreRevision(ctx, input)),
  updateMany: caller('write')
    .meta(rest('PATCH /projects/{id}/test-cases', 'Change or move many cases', { description: EXPECTATION }))
    .input(compiled(UpdateTestCases))
    .output(compiled(CasesChanged))
    .mutation(({ ctx, input }) => changeTestCases(ctx, input)),
  undo: caller('write')
    .meta(rest('POST /projects/{id}/test-cases/undo', 'Undo a change of many cases', { refusals: [409] }))
    .input(compiled(UndoCaseChange))
    .output(compiled(CasesUndone))
    .mutation(({ ctx, input }) => undoCaseChange(ctx, input)),
  copyMany: caller('write')
    .meta(rest('POST /projects/{id}/test-cases/copy', 'Copy cases to a suite', { status: 201 }))
    .input(compiled(CopyTestCases))
    .output(compiled(TestCase.array()))
    .mutation(({ ctx, input }) => copyTestCases(ctx, input)),
})
