import { notFound } from '#shared/errors.ts'
import type { PageInput } from '#shared/page.ts'
import type { ListCaseResults } from '#shared/test-cases/test-case.ts'
import type { FindResult, ListNewFailures, ListRunResults, TestResult } from '#shared/test-results/test-result.ts'
import { countResults as summarize } from '#shared/test-runs/summary.ts'
import { type CaseResult, type TestRun, type TestRunInput, TestRunListItem } from '#shared/test-runs/test-run.ts'
import type { ActorContext, Context } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { withList } from '../database/json/gather.ts'
import { versionOfRun } from '../database/versions.ts'
import { answerOnce, answerRead } from '../http/answer-read.ts'
import { tagOf } from '../http/entity-tags.ts'
import { cursorPage, offsetPage, type Page, rowsToRead, totalOf } from '../http/paging.ts'
import { findTestCase } from '../test-cases/test-cases.repository.ts'
import { findTestRun, toTestRun } from '../test-runs/test-runs.repository.ts'
import { countResultsOfCase, listResultsOfCase } from './case-history.repository.ts'
import { resultsOfRunAsJson } from './results-json.repository.ts'
import { newFailuresOf } from './new-failures.repository.ts'
import {
  countResults,
  findCaseOfHistory,
  findResultByName,
  listResults,
  ofRun,
  type ResultCondition,
} from './test-results.repository.ts'

/** The result of a case by run, project, suite and case name. Throws NOT_FOUND if any of them does not match. */
export async function findResult({ db, actor }: ActorContext, input: FindResult): Promise<TestResult> {
  const run = await findTestRun(db, actor, input.runId, 'project.read')
  const result =
    run.project_id === input.projectId ? await findResultByName(db, run, input.suiteId, input.caseName) : undefined
  if (!result) throw notFound('Test result')
  return result
}

/** The results of a case, newest run first. They outlive the case. */
export async function listCaseResults(
  { db, actor }: ActorContext,
  { id, ...part }: ListCaseResults,
): Promise<Page<CaseResult>> {
  const testCase = await findCaseOfHistory(db, actor, id)
  const results = testCase ? await listResultsOfCase(db, testCase, part) : []
  const total = testCase ? await totalOf(results, part, () => countResultsOfCase(db, testCase, part)) : 0
  if (total === 0) await findTestCase(db, actor, id, 'project.read')
  return cursorPage(results, part, total, (result) => result.testRunId)
}

/** The results of a run by suite and case number, optionally of one suite or one status. */
export async function listRunResults(
  { db, actor }: ActorContext,
  { testRunId, limit, offset, ...filter }: ListRunResults,
): Promise<Page<TestResult>> {
  const run = await findTestRun(db, actor, testRunId, 'project.read')
  return await pageOf(db, ofRun(db, run, filter), { limit, offset })
}

/** The failed results of a run whose case did not fail in its previous execution on the same branch and environment. */
export async function listNewFailures(
  { db, actor }: ActorContext,
  { testRunId, ...page }: ListNewFailures,
): Promise<Page<TestResult>> {
  const run = await findTestRun(db, actor, testRunId, 'project.read')
  return await pageOf(db, newFailuresOf(toTestRun(run)), page)
}

async function pageOf(db: Db, condition: ResultCondition, page: PageInput): Promise<Page<TestResult>> {
  const results = await listResults(db, condition, { ...page, limit: rowsToRead(page.limit) })
  return offsetPage(results, page, await countResults(db, condition))
}

export async function readTestRun(ctx: ActorContext, { testRunId }: TestRunInput): Promise<TestRun> {
  const row = await findTestRun(ctx.db, ctx.actor, testRunId, 'project.read')
  const run = toTestRun(row)
  return await answerRead(ctx, {
    name: ['run', run.id],
    version: row.version,
    latest: () => versionOfRun(ctx.db, run.id),
    head: tagOf(run),
    bytes: () => withResultsAsJson(ctx, run),
    object: () => withResults(ctx, run),
  })
}

/** A run that was just started or completed, with its results. */
export async function answerRun(ctx: Context, run: TestRunListItem, input: OmitResults): Promise<TestRun> {
  if (input.omitResults) return { ...run, results: [] }
  return await answerOnce(ctx, {
    head: tagOf(run),
    bytes: () => withResultsAsJson(ctx, run),
    object: () => withResults(ctx, run),
  })
}

/** The results of a run as JSON, which `answerKeptRun` takes. */
export async function resultsAsJson(
  { snapshot }: Pick<Context, 'snapshot'>,
  testRunId: string,
  { omitResults }: OmitResults,
): Promise<Buffer[]> {
  return omitResults ? [] : (await snapshot((db) => resultsOfRunAsJson(db, testRunId))).json
}

/** The stored answer to a start: the run with its results at that time. */
export async function answerKeptRun(
  ctx: Context,
  run: TestRunListItem,
  results: () => Promise<Buffer[]>,
): Promise<TestRun> {
  const bytes = async () => withList(TestRunListItem.parse(run), 'results', await results())
  const object = async () => JSON.parse(Buffer.concat(await bytes()).toString('utf8')) as TestRun
  return await answerOnce(ctx, { head: tagOf(run), bytes, object })
}

type OmitResults = { omitResults?: boolean | null | undefined }

/** The same as `withResults`, as JSON. */
async function withResultsAsJson({ snapshot }: Pick<Context, 'snapshot'>, run: TestRunListItem): Promise<Buffer[]> {
  const { json, summary } = await snapshot((db) => resultsOfRunAsJson(db, run.id))
  return withList(TestRunListItem.parse({ ...run, summary }), 'results', json)
}

/** Adds its results to a run. The summary is counted from these results, so both agree while others record. */
export async function withResults(
  { db }: Pick<Context, 'db'>,
  run: TestRunListItem,
  { omitResults }: OmitResults = {},
): Promise<TestRun> {
  if (omitResults) return { ...run, results: [] }
  const results = await listResults(db, ofRun(db, run))
  return { ...run, summary: summarize(results), results }
}
