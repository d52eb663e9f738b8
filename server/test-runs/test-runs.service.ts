import { DomainError } from '#shared/errors.ts'
import type { Message } from '#shared/message.ts'
import { emptySummary, sumSummaries } from '#shared/test-runs/summary.ts'
import type {
  CompleteRun,
  ListRuns,
  RunStatus,
  StartRun,
  TestRunInput,
  TestRunListItem,
  TestRunOverview,
} from '#shared/test-runs/test-run.ts'
import type { Actor, Authorized } from '../authorize.ts'
import type { ActorContext } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { versionOfRun } from '../database/versions.ts'
import { answerJsonList } from '../http/answer-list.ts'
import { answerRead } from '../http/answer-read.ts'
import { refuseChanged } from '../http/entity-tags.ts'
import { isKept, once } from '../http/idempotency.ts'
import { cursorPage, type Page, totalOf } from '../http/paging.ts'
import { findProject, type ProjectRow } from '../projects/projects.service.ts'
import { refuseUnknownCases } from '../test-cases/test-cases.service.ts'
import { insertSnapshot } from './snapshot.repository.ts'
import { listRunsAsJson } from './runs-json.repository.ts'
import { addToSummary, listSuitesOfRun } from './summary.repository.ts'
import {
  countRuns,
  deleteTestRunRow,
  findTestRun,
  hasRunKey,
  hasUnfinishedReport,
  insertRun,
  listRunRows,
  listRunVersions,
  toTestRun,
  updateRunStatus,
} from './test-runs.repository.ts'

export { findBaseRun } from './base-run.repository.ts'
export { listSuitesOfRun, updateSummary } from './summary.repository.ts'
export {
  findRunOfLink,
  findRunOfReport,
  findTestRun,
  type FoundRun,
  hasUnfinishedReport,
  insertRun,
  listRunRows,
  listRunRowsById,
  showRun,
  type TestRunRow,
  toTestRun,
  updateRunStatus,
} from './test-runs.repository.ts'

/* Runs are returned without results; test-results.service.ts adds them. */

/** Makes the answer to a start. */
type StartAnswer<R> = {
  /** Within the write, for the Idempotency-Key that keeps it. */
  kept: (db: Db, run: TestRunListItem) => Promise<R>
  /** After the write, so that other writes do not wait for the results. */
  sent: (run: TestRunListItem) => Promise<R>
}

/** Starts a run over a snapshot of the cases, of all or of the selected ones. */
export async function startRun<R>(ctx: ActorContext, input: StartRun, { kept, sent }: StartAnswer<R>): Promise<R> {
  const started = await ctx.write({ project: input.projectId }, async (db) => {
    const project = await findProject(db, ctx.actor, input.projectId, 'run.start')
    return await once(db, ctx, ['test run', input], async () => {
      const run = await insertStartedRun(db, ctx.actor, project, input)
      return { run, answer: isKept(ctx) ? await kept(db, run) : null }
    })
  })
  return started.answer ?? (await sent(started.run))
}

async function insertStartedRun(
  db: Db,
  actor: Actor,
  project: Authorized<ProjectRow, 'run.start'>,
  { description, key, selection }: StartRun,
): Promise<TestRunListItem> {
  const testCaseIds = selection?.testCaseIds ?? undefined
  if (testCaseIds) await refuseUnknownCases(db, project.id, testCaseIds, ['selection', 'testCaseIds'])
  if (key && (await hasRunKey(db, project.id, key)))
    throw new DomainError('CONFLICT', 'Another run of this project has this key')
  const id = await insertRun(db, actor, project, { description: description || null, key: key || null })
  const pending = await insertSnapshot(db, id, project.id, testCaseIds)
  await addToSummary(db, { testRunId: id, ...emptySummary(), total: pending, pending })
  return await readTestRun(db, actor, id)
}

/** Newest first. */
export async function listRuns(ctx: ActorContext, { projectId, ...part }: ListRuns): Promise<TestRunListItem[]> {
  const { db, actor } = ctx
  const project = await findProject(db, actor, projectId, 'project.read')
  const pageOf = async <R extends { id: string }>(rows: R[]): Promise<Page<R>> => {
    const total = await totalOf(rows, part, () => countRuns(db, project))
    return cursorPage(rows, part, total, ({ id }) => id)
  }
  return await answerJsonList(ctx, {
    name: ['runs'],
    versions: async () => await pageOf(await listRunVersions(db, project, part)),
    json: async ({ length }) => await listRunsAsJson(db, project, { ...part, limit: length }),
    read: async () => {
      const page = await pageOf(await listRunRows(db, project, part))
      return { ...page, items: page.items.map(toTestRun) }
    },
  })
}

/** The run with its suites but without their results. Its counts are those of the suites, even while others record. */
export async function readTestRunOverview(ctx: ActorContext, { testRunId }: TestRunInput): Promise<TestRunOverview> {
  const { db, actor } = ctx
  const run = await findTestRun(db, actor, testRunId, 'project.read')
  return await answerRead(ctx, {
    name: ['run overview', run.id],
    version: run.version,
    latest: () => versionOfRun(db, run.id),
    object: async () => {
      const suites = await listSuitesOfRun(db, run)
      return { ...toTestRun(run), summary: sumSummaries(suites.map(({ summary }) => summary)), suites }
    },
  })
}

export async function completeRun(ctx: ActorContext, { testRunId, status }: CompleteRun): Promise<TestRunListItem> {
  const { actor } = ctx
  return await ctx.write({ testRun: testRunId }, async (db) => {
    const run = await findTestRun(db, actor, testRunId, 'run.complete')
    if (run.status !== 'running') throw new DomainError('CONFLICT', 'Only running test runs can be completed')
    if (await hasUnfinishedReport(db, run))
      throw new DomainError(
        'CONFLICT',
        'A report is being recorded in this run. Complete it after its upload is answered',
      )
    await updateRunStatus(db, run, status ?? 'completed')
    return await readTestRun(db, actor, testRunId)
  })
}

export async function deleteRun(ctx: ActorContext, { testRunId }: TestRunInput): Promise<Message> {
  return await ctx.write({ testRun: testRunId }, async (db) => {
    const run = await findTestRun(db, ctx.actor, testRunId, 'run.delete')
    refuseChanged(ctx, toTestRun(run), 'test run')
    await deleteTestRunRow(db, run)
    return { message: 'Test run deleted' }
  })
}

/** Throws CONFLICT unless the run is running. */
export function refuseEndedRun(status: RunStatus): void {
  if (status !== 'running') throw new DomainError('CONFLICT', 'Only running test runs accept results')
}

async function readTestRun(db: Db, actor: Actor, testRunId: string): Promise<TestRunListItem> {
  return toTestRun(await findTestRun(db, actor, testRunId, 'project.read'))
}
