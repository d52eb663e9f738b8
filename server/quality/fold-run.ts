import { randomUUID } from 'node:crypto'
import type { Db } from '../database/databases.ts'
import { countResults } from '../test-results/test-results.repository.ts'
import { newFailuresOf } from '../test-results/new-failures.repository.ts'
import {
  countSuitesOfRun,
  listPendingCases,
  listRecorded,
  readFoldedText,
  readOutcomesOf,
  updateFolded,
  upsertFolded,
} from './fold.repository.ts'
import { type FoldedResults, readFolded, signOf, tailOf, writeFolded } from './folded-text.ts'
import type { Plan } from './plan.ts'
import { rewriteHealth, type Work } from './rewrite-health.ts'
import { type FoldedRun, streamOf, type WindowRun } from './window.repository.ts'

/** Cases per step: other writes wait for a step. */
export const CASES_PER_STEP = 500
const SLOT_EPOCH = Date.parse('2026-01-01T00:00:00.000Z')

/**
 * What is left to fold of a run. The next step continues from it and reads nothing again. It is stale once the run has
 * changed, or once somebody else has folded a part of the run.
 */
export type Rest = { run: WindowRun; changed: string[]; folded: FoldedResults; version: string }

/** Folds results of a run that have changed, as many as fit in a step. Returns the others. */
export async function foldRun(db: Db, work: Work, run: WindowRun, last?: Rest): Promise<Rest> {
  const known = work.folded.get(run.id)
  const { folded, changed } =
    last && isSameRun(last.run, run) && known?.version === last.version ? last : await readRest(db, run, known)
  const part = changed.slice(0, CASES_PER_STEP)
  const isWhole = part.length === changed.length
  const isSame = known !== undefined && part.length === 0
  const slot = known?.slot ?? newSlot(work)
  const outcomes = await readOutcomesOf(db, run.id, part)
  await rewriteHealth(db, work, { ids: part, run, slot, outcomes })
  for (const id of part) {
    const outcome = outcomes.get(id)
    if (outcome) folded.set(tailOf(id), signOf(outcome))
    else folded.delete(tailOf(id))
  }
  if (!isSame) await uncountAfter(db, work, [run, ...(known ? [known] : [])])
  const { branch, environment } = run
  const version = isWhole ? run.version : unfinished()
  const progress = { version, branch, environment, results: writeFolded(folded) }
  if (known && !isWhole) {
    await updateFolded(db, [run.id], progress)
  } else {
    // A read after one change counts in the same step. Of many runs, each would be counted again after an earlier one.
    const counted = !isSame && isWhole && work.stale.length === 1 ? await countNewOf(db, work, run) : null
    await upsertFolded(db, {
      test_run_id: run.id,
      project_id: work.projectId,
      slot,
      new_failures: isSame ? known.newFailures : counted,
      suites: await countSuitesOfRun(db, run.id),
      ...progress,
    })
  }
  return { run, folded, changed: changed.slice(part.length), version }
}

/** Placeholder version; random, so it never matches a run. */
const unfinished = () => `unfinished ${randomUUID()}`

function isSameRun(a: WindowRun, b: WindowRun): boolean {
  return a.id === b.id && a.version === b.version && streamOf(a) === streamOf(b)
}

async function readRest(
  db: Db,
  run: WindowRun,
  known: FoldedRun | undefined,
): Promise<Pick<Rest, 'folded' | 'changed'>> {
  const folded = await foldedResults(db, run, known)
  const { changed, seen } = await changesOf(db, run.id, folded)
  if (seen < folded.size) changed.push(...(await takenBack(db, run.id, folded)))
  return { folded, changed }
}

/** After a change of branch or environment, each result is folded again. */
async function foldedResults(db: Db, run: WindowRun, known: FoldedRun | undefined): Promise<FoldedResults> {
  if (!known) return new Map()
  const folded = readFolded(await readFoldedText(db, run.id))
  if (streamOf(known) === streamOf(run)) return folded
  return new Map(Array.from(folded, ([tail]) => [tail, '']))
}

/** The cases whose folded result is outdated, and the number of folded results that are not pending. */
async function changesOf(db: Db, testRunId: string, folded: FoldedResults) {
  const changed: string[] = []
  let seen = 0
  for (const { test_case_id, status, flaky, attempts } of await listRecorded(db, { testRunId })) {
    const sign = folded.get(tailOf(test_case_id))
    if (sign !== undefined) seen += 1
    if (sign !== signOf({ status, flaky: flaky === 1, attempts })) changed.push(test_case_id)
  }
  return { changed, seen }
}

/** Folded cases that are pending again. */
async function takenBack(db: Db, testRunId: string, folded: FoldedResults): Promise<string[]> {
  const pending = await listPendingCases(db, { testRunId })
  return pending.map(({ test_case_id }) => test_case_id).filter((id) => folded.has(tailOf(id)))
}

/** Slots are never reused: a row of a case may still hold a result of a run that no longer counts. */
function newSlot({ folded }: Work): number {
  return Math.max(Date.now() - SLOT_EPOCH, ...Array.from(folded.values(), ({ slot }) => slot + 1))
}

/** New failures of later runs of the same branch and environment may have changed. */
export async function uncountAfter(db: Db, { folded }: Plan, runs: (WindowRun | FoldedRun)[]): Promise<void> {
  const later = [...folded.values()].filter(({ id, newFailures, ...facts }) =>
    runs.some((run) => newFailures !== null && run.id <= id && streamOf(run) === streamOf(facts)),
  )
  await updateFolded(
    db,
    later.map(({ id }) => id),
    { new_failures: null },
  )
}

/** How many cases fail in a run and did not before. */
export async function countNewOf(db: Db, { projectId }: Work, run: WindowRun): Promise<number> {
  return await countResults(db, newFailuresOf({ ...run, projectId }))
}
