import { notFound } from '#shared/errors.ts'
import type { PageInput } from '#shared/page.ts'
import type { ListCaseResults } from '#shared/test-cases/test-case.ts'
import type { FindResult, ListNewFailures, ListRunResults, TestResult } from '#shared/test-results/test-result.ts'
import type { Summary } from '#shared/test-runs/summary.ts'
import { type CaseResult, type TestRun, TestRunHead, type TestRunInput } from '#shared/test-runs/test-run.ts'
import type { ActorContext, Context } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { CHUNK_ROWS, list, withList } from '../database/json/chunks.ts'
import { versionOfRun } from '../database/versions.ts'
import { answer, wholeRead } from '../http/answer.ts'
import { tagOf } from '../http/entity-tags.ts'
import { type Bytes, Json } from '../http/json.ts'
import { cursorPage, offsetPage, type Page, pageOfLength, rowsToRead, totalOf } from '../http/paging.ts'
import { findTestCase } from '../test-cases/test-cases.repository.ts'
import { summaryOfRun } from '../test-runs/summary.repository.ts'
import { findTestRun, toRunHead, toTestRun } from '../test-runs/test-runs.repository.ts'
import { countResultsOfCase, listResultsOfCase } from './case-history.repository.ts'
import { countResultsOfRun, resultsOfRunAsJson } from './results-json.repository.ts'
import { newFailuresOf } from './new-failures.repository.ts'
import {
  countResults,
  findCaseOfHistory,
  findResultByName,
  listResults,
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

export async function listRunResults(ctx: ActorContext, { testRunId, ...part }: ListRunResults): Promise<TestResult[]> {
  const { db, actor } = ctx
  const run = await findTestRun(db, actor, testRunId, 'project.read')
  const notePage = async (on: Db, summary: Summary) => {
    ctx.reply.page = pageOfLength(await countResultsOfRun(on, { ...summary, id: run.id }, part), part)
  }
  const readFrom = async (on: Db) => {
    await notePage(on, (await summaryOfRun(on, { testRunId }))[0] ?? run)
    return list(await resultsOfRunAsJson(on, run.id, part))
  }
  await notePage(db, run)
  return await answer(ctx, {
    version: {
      name: ['results', run.id, part.limit, part.offset, part.suiteId, part.status],
      current: () => run.version,
      latest: () => versionOfRun(db, run.id),
    },
    // A short page is one statement, and waits for no long read.
    read: async () => (isShort(part) ? new Json(await readFrom(db)) : await wholeRead(ctx, readFrom)),
  })
}

const isShort = ({ limit = Infinity }: PageInput) => limit <= CHUNK_ROWS

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
  const run = toRunHead(row)
  return await answer(ctx, {
    version: { name: ['run', run.id], current: () => row.version, latest: () => versionOfRun(ctx.db, run.id) },
    head: tagOf(run),
    read: () => withResults(ctx, run),
  })
}

type OmitResults = { omitResults?: boolean | null | undefined }

export async function answerRun(ctx: Context, run: TestRunHead, { omitResults }: OmitResults): Promise<TestRun> {
  if (omitResults) return { ...run, results: [] }
  return await answer(ctx, { head: tagOf(run), read: () => withResults(ctx, run) })
}

/** The results of a run, which `answerKeptRun` takes. */
export async function resultsAsJson(db: Db, testRunId: string, { omitResults }: OmitResults): Promise<Bytes> {
  return omitResults ? [] : await resultsOfRunAsJson(db, testRunId)
}

/** The stored answer to a start: the run with its results at that time. */
export async function answerKeptRun(
  ctx: Context,
  run: TestRunHead,
  results: (db: Db) => Promise<Buffer[]>,
): Promise<TestRun> {
  const read = () => wholeRead(ctx, async (db) => asJson(run, await results(db)))
  return await answer(ctx, { head: tagOf(run), read })
}

/** Both are of one state, even while others record. */
async function withResults(ctx: Context, run: TestRunHead): Promise<Json> {
  return await wholeRead(ctx, async (db) => {
    const summary = (await summaryOfRun(db, { testRunId: run.id }))[0] ?? run.summary
    return asJson({ ...run, summary }, await resultsOfRunAsJson(db, run.id))
  })
}

const asJson = (run: TestRunHead, results: Buffer[]): Bytes => withList(TestRunHead.parse(run), 'results', results)
