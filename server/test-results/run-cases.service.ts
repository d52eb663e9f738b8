import { DomainError } from '#shared/errors.ts'
import type { ActorContext } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { noteChange, noteResults } from '../database/changes.ts'
import { findCasesById } from '../test-cases/case-lookup.repository.ts'
import { findMatchingIds } from '../test-cases/search/search.service.ts'
import { refuseEndedRun } from '../test-runs/test-runs.service.ts'
import { addToSummary, updateSummary } from '../test-runs/summary.repository.ts'
import { type FoundRun, findTestRun } from '../test-runs/test-runs.repository.ts'
import { emptySummary } from '#shared/test-runs/summary.ts'
import type { Authorized } from '../authorize.ts'
import { counted } from './attempt.ts'
import { insertPendingResults, targetsOfCases } from './run-results.repository.ts'
import { deleteUnexecuted, listCasesOfRun } from './run-cases.repository.ts'

/** Results per transaction: other writes wait for it. */
const AT_ONCE = 500

/** The cases that a run shall have; null for all of its project. */
type RunCases = { testRunId: string; testCaseIds: string[] | null }

/**
 * Gives a running run these cases: missing ones join it, and others leave it unless they were executed. In several
 * transactions; a repeated call completes it.
 */
export async function setCasesOfRun(ctx: ActorContext, { testRunId, testCaseIds }: RunCases): Promise<void> {
  const run = await findTestRun(ctx.db, ctx.actor, testRunId, 'run.record')
  refuseEndedRun(run.status)
  const wanted = new Set(testCaseIds ?? (await findMatchingIds(ctx.db, run.project_id, {})))
  const present = await listCasesOfRun(ctx.db, { testRunId })
  const known = new Set(present.map(({ testCaseId }) => testCaseId))
  const leaving = present.filter(({ testCaseId, attempts }) => attempts === 0 && !wanted.has(testCaseId))
  await inParts(
    ctx,
    testRunId,
    [...wanted].filter((id) => !known.has(id)),
    addCases,
  )
  await inParts(
    ctx,
    testRunId,
    leaving.map(({ id }) => id),
    removeResults,
  )
}

type WritableRun = Authorized<FoundRun, 'run.record'>

async function inParts(
  ctx: ActorContext,
  testRunId: string,
  ids: string[],
  work: (db: Db, run: WritableRun, ids: string[]) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < ids.length; from += AT_ONCE)
    await ctx.write({ testRun: testRunId }, async (db) => {
      const run = await findTestRun(db, ctx.actor, testRunId, 'run.record')
      refuseEndedRun(run.status)
      await work(db, run, ids.slice(from, from + AT_ONCE))
    })
}

async function addCases(db: Db, run: WritableRun, testCaseIds: string[]): Promise<void> {
  const cases = await findCasesById(db, run.project_id, testCaseIds)
  if (cases.length < testCaseIds.length) throw new DomainError('NOT_FOUND', 'Test case not found')
  const targets = [...(await targetsOfCases(db, run.id, cases)).values()]
  const added = targets.filter(({ isNew }) => isNew).map(({ result }) => result)
  await insertPendingResults(db, added)
  await updateSummary(
    db,
    run.id,
    added.map((result) => ({ before: null, after: counted(result) })),
  )
  noteResults(
    db,
    run.id,
    added.map(({ id }) => id),
  )
  noteChange(db, { kind: 'run', projectId: run.project_id, testRunId: run.id })
}

async function removeResults(db: Db, run: WritableRun, ids: string[]): Promise<void> {
  const removed = await deleteUnexecuted(db, run.id, ids)
  await addToSummary(db, { testRunId: run.id, ...emptySummary(), total: -removed, pending: -removed })
  noteResults(db, run.id, ids)
  noteChange(db, { kind: 'run', projectId: run.project_id, testRunId: run.id })
}
