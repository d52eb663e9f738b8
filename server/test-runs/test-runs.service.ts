import { DomainError } from '#shared/errors.ts'
import type { Message } from '#shared/message.ts'
import { emptySummary, sumSummaries } from '#shared/test-runs/summary.ts'
import type { ListRuns } from '#shared/test-runs/find-runs.ts'
import { applyFacts, fillFacts, NO_FACTS, type RunFactsInput } from '#shared/test-runs/run-facts.ts'
import type {
  CompleteRun,
  ReopenRun,
  RunStatus,
  StartRun,
  TestRunHead,
  TestRunInput,
  TestRunListItem,
  TestRunOverview,
  UpdateRun,
} from '#shared/test-runs/test-run.ts'
import { audit, type Caller } from '../audit/audit.ts'
import type { Actor, Authorized } from '../authorize.ts'
import { type ActorContext, sendPage } from '../context.ts'
import { extrasToText } from '../database/case-columns.ts'
import type { Db } from '../database/databases.ts'
import { versionOfRun } from '../database/versions.ts'
import { finish, numbers, removeSomeOf } from '../deletions/removal.ts'
import { answer, versionOf } from '../http/answer.ts'
import { refuseChanged } from '../http/entity-tags.ts'
import { answeredBefore, isKept, once } from '../http/idempotency.ts'
import { hasParts, keepParts, readParts } from '../http/kept-parts.ts'
import { cursorPage, type Page, totalOf } from '../http/paging.ts'
import type { Bytes } from '../http/json.ts'
import { findProject, type ProjectRow } from '../projects/projects.repository.ts'
import { countCases } from '../test-cases/search/search.service.ts'
import { assignCases, refuseStrangers } from './assign-cases.ts'
import { countRuns, listRunRows, listRunVersions } from './run-lists.repository.ts'
import { startLargeRun } from './large-starts.ts'
import { selectForStart } from './select-cases.ts'
import { insertSnapshot } from './snapshot.repository.ts'
import { addToSummary } from './summary.repository.ts'
import { listSuitesOfRun } from './run-suites.repository.ts'
import {
  factsOf,
  findTestRun,
  type FoundRun,
  hasUnfinishedReport,
  refuseTakenKey,
  type TestRunRow,
  toRunHead,
  toTestRun,
} from './test-runs.repository.ts'
import { endRun, hideRun, insertRun, reopenEndedRun, updateRunTexts } from './run-writes.repository.ts'

/* Runs are returned without results; test-results.service.ts adds them. */

type StartAnswer<R> = {
  /** The results as JSON, which are kept for the Idempotency-Key. `db` may be the transaction of the write. */
  results: (db: Db, testRunId: string) => Promise<Bytes>
  /** The answer with the results as they are now. Other writes do not wait for them. */
  sent: (run: TestRunHead) => Promise<R>
  /** The answer with results that were kept. */
  kept: (run: TestRunHead, results: (db: Db) => Promise<Buffer[]>) => Promise<R>
}

/** A run over more cases is started in several transactions. */
const LARGE = 2_000

/** Starts a run over a snapshot of the cases, of all or of the selected ones. */
export async function startRun<R>(ctx: ActorContext, input: StartRun, made: StartAnswer<R>): Promise<R> {
  const { run, hasParts: wereKept, answer: earlier } = await insertOnce(ctx, input, made.results)
  if (earlier) return earlier as R
  const areKept = wereKept && (await hasParts(ctx.db, run.id))
  return areKept ? await made.kept(run, (db) => readParts(db, run.id)) : await made.sent(run)
}

/** With an Idempotency-Key, the results are kept in parts. Earlier versions kept a small answer as a whole. */
type Started = { run: TestRunHead; hasParts: boolean; answer?: unknown }

async function insertOnce(
  ctx: ActorContext,
  input: StartRun,
  results: (db: Db, testRunId: string) => Promise<Bytes>,
): Promise<Started> {
  const request = ['test run', input]
  const mustKeep = isKept(ctx)
  if ((await countCases(ctx.db, input.projectId)) > LARGE) {
    await findProject(ctx.db, ctx.actor, input.projectId, 'run.start')
    // The run keeps the numbers of its cases.
    await finish(ctx, [numbers], input.projectId)
    return (
      (await answeredBefore<Started>(ctx, request)) ??
      (await startLargeRun(ctx, input, {
        fill: async (id) => {
          if (!mustKeep) return
          const json = await ctx.snapshot((db) => results(db, id))
          await keepParts((insert) => ctx.write(null, insert), id, json)
        },
        show: async (db, show) =>
          await once<Started>(db, ctx, request, async () => {
            return { run: await readTestRun(db, ctx.actor, await show()), hasParts: mustKeep }
          }),
      }))
    )
  }
  return await ctx.write({ project: input.projectId }, async (db) => {
    const project = await findProject(db, ctx.actor, input.projectId, 'run.start')
    return await once<Started>(db, ctx, request, async () => {
      const run = await readTestRun(db, ctx.actor, await insertStartedRun(db, ctx.actor, project, input))
      if (mustKeep) await keepParts((insert) => insert(db), run.id, await results(db, run.id))
      return { run, hasParts: mustKeep }
    })
  })
}

async function insertStartedRun(
  db: Db,
  actor: Actor,
  project: Authorized<ProjectRow, 'run.start'>,
  input: StartRun,
): Promise<string> {
  const { description, key, selection } = input
  await refuseStrangers(db, project.id, input)
  const testCaseIds = await selectForStart(db, project.id, selection)
  await refuseTakenKey(db, project.id, key)
  const facts = { ...applyFacts(NO_FACTS, input), extras: extrasToText(input.extras) }
  const texts = { description: description || null, key: key || null, ...facts }
  const id = await insertRun(db, actor, project, texts)
  const pending = await insertSnapshot(db, id, project.id, testCaseIds)
  await assignCases(db, id, input)
  await addToSummary(db, { testRunId: id, ...emptySummary(), total: pending, pending })
  return id
}

export async function listRuns(ctx: ActorContext, { projectId, ...part }: ListRuns): Promise<TestRunListItem[]> {
  const { db, actor } = ctx
  const project = await findProject(db, actor, projectId, 'project.read')
  let found: TestRunRow[] | undefined
  let total: Promise<number> | undefined
  const pageOf = async <R extends { id: string }>(rows: R[]): Promise<Page<R>> => {
    const count = () => (total ??= countRuns(db, project, part))
    return cursorPage(rows, part, await totalOf(rows, part, count), ({ id }) => id)
  }
  return await answer(ctx, {
    version: {
      name: ['runs'],
      current: async () => versionOf(ctx, await pageOf(await listRunVersions(db, project, part))),
      // The rows have the versions that were read.
      latest: async () => versionOf(ctx, await pageOf((found ?? []).map(({ id, version }) => ({ id, version })))),
    },
    read: async () => {
      // A second read means that the list has changed.
      if (found) total = undefined
      found = await listRunRows(db, project, part)
      const page = await pageOf(found)
      return sendPage(ctx, { ...page, items: page.items.map(toTestRun) })
    },
  })
}

/** The run with its suites, without results. Its counts are the sums of its suites, even while others record. */
export async function readTestRunOverview(ctx: ActorContext, { testRunId }: TestRunInput): Promise<TestRunOverview> {
  const { db, actor } = ctx
  const run = await findTestRun(db, actor, testRunId, 'project.read')
  return await answer(ctx, {
    version: { name: ['run overview', run.id], current: () => run.version, latest: () => versionOfRun(db, run.id) },
    read: async () => {
      const suites = await listSuitesOfRun(db, run)
      return { ...toTestRun(run), summary: sumSummaries(suites.map(({ summary }) => summary)), suites }
    },
  })
}

export async function completeRun(ctx: ActorContext, { testRunId, status }: CompleteRun): Promise<TestRunHead> {
  return await ctx.write({ testRun: testRunId }, async (db) => {
    const run = await findTestRun(db, ctx.actor, testRunId, 'run.complete')
    if (run.status !== 'running') throw new DomainError('CONFLICT', 'Only running test runs can be completed')
    return await complete(db, ctx, run, status)
  })
}

/** Completes a run, or answers the one that has ended: several jobs may complete one run at the same time. */
export async function completeIfRunning(ctx: ActorContext, testRunId: string): Promise<TestRunHead> {
  return await ctx.write({ testRun: testRunId }, async (db) => {
    const run = await findTestRun(db, ctx.actor, testRunId, 'run.complete')
    return run.status === 'running' ? await complete(db, ctx, run) : toRunHead(run)
  })
}

async function complete(
  db: Db,
  { actor }: ActorContext,
  run: Authorized<FoundRun, 'run.complete'>,
  status?: CompleteRun['status'],
): Promise<TestRunHead> {
  if (await hasUnfinishedReport(db, run))
    throw new DomainError(
      'CONFLICT',
      'A report is being recorded in this run. Complete it after its upload is answered',
    )
  await endRun(db, run, status ?? 'completed', actor)
  return await readTestRun(db, actor, run.id)
}

/** Edits the description and facts of a run, even after its end. */
export async function changeRun(ctx: ActorContext, input: UpdateRun): Promise<TestRunHead> {
  return await ctx.write({ testRun: input.testRunId }, async (db) => {
    const run = await findTestRun(db, ctx.actor, input.testRunId, 'run.update')
    refuseChanged(ctx, toRunHead(run), 'test run')
    const description = input.description === undefined ? run.description : input.description || null
    const extras = input.extras === undefined ? run.extras : extrasToText(input.extras)
    const isPinned = input.isPinned ?? undefined
    await updateRunTexts(db, run, { description, extras, isPinned, ...applyFacts(factsOf(run), input) })
    if (isPinned !== undefined && isPinned !== (run.is_pinned === 1))
      await audit(db, ctx, {
        action: isPinned ? 'run.pinned' : 'run.unpinned',
        projectId: run.project_id,
        target: run.id,
      })
    return await readTestRun(db, ctx.actor, run.id)
  })
}

export async function completeFacts(
  db: Db,
  run: Authorized<FoundRun, 'run.record'>,
  given: RunFactsInput,
): Promise<void> {
  const [before, after] = [factsOf(run), fillFacts(factsOf(run), given)]
  const isSame = Object.entries(before).every(([name, fact]) => after[name as keyof typeof after] === fact)
  if (!isSame) await updateRunTexts(db, run, { description: run.description, ...after })
}

export async function reopenRun(ctx: ActorContext, { testRunId }: ReopenRun): Promise<TestRunHead> {
  return await ctx.write({ testRun: testRunId }, async (db) => {
    const run = await findTestRun(db, ctx.actor, testRunId, 'run.complete')
    if (run.status === 'running') throw new DomainError('CONFLICT', 'Only ended test runs can be reopened')
    await reopenEndedRun(db, run)
    const of = { projectId: run.project_id, target: run.id, before: { status: run.status } }
    await audit(db, ctx, { action: 'run.reopened', ...of, after: { status: 'running' } })
    return await readTestRun(db, ctx.actor, testRunId)
  })
}

/** Answers once the run is hidden. */
export async function deleteRun(ctx: ActorContext, { testRunId }: TestRunInput): Promise<Message> {
  const deleted = await ctx.write({ testRun: testRunId }, async (db) => {
    const run = await findTestRun(db, ctx.actor, testRunId, 'run.delete')
    refuseChanged(ctx, toRunHead(run), 'test run')
    await hideRun(db, run)
    await auditDeletion(db, ctx, run)
    await removeSomeOf(db, { testRun: run.id })
    return { message: 'Test run deleted' }
  })
  ctx.trash.wake()
  return deleted
}

/** The event names the run: nothing else does from now on. */
export async function auditDeletion(db: Db, ctx: Caller, run: TestRunRow): Promise<void> {
  const { ref, description, status } = toRunHead(run)
  const of = { projectId: run.project_id, target: run.id, before: { ref, description, status } }
  await audit(db, ctx, { action: 'run.deleted', ...of })
}

export function refuseEndedRun(status: RunStatus): void {
  if (status !== 'running') throw new DomainError('CONFLICT', 'Only running test runs accept results')
}

async function readTestRun(db: Db, actor: Actor, testRunId: string): Promise<TestRunHead> {
  return toRunHead(await findTestRun(db, actor, testRunId, 'project.read'))
}
