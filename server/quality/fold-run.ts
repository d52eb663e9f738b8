import { randomUUID } from 'node:crypto'
import type { Db } from '../database/databases.ts'
import { countResults } from '../test-results/test-results.repository.ts'
import { newFailuresOf } from '../test-results/new-failures.repository.ts'
import {
  countSuitesOfRun,
  listPendingCases,
  listRecorded,
  readFoldedText,
  updateFolded,
  upsertFolded,
} from './fold.repository.ts'
import { type FoldedResults, readFolded, signOf, tailOf, writeFolded } from './folded-text.ts'
import type { Plan } from './plan.ts'
import { recompute } from './recompute.ts'
import { type FoldedRun, streamOf, type WindowRun } from './window.repository.ts'

/** Cases per step: other writes wait for a step. */
export const CASES_PER_STEP = 1_000

export type Work = Plan & { projectId: string }

/**
 * The cases that were computed since these versions of runs were read. They count what has changed in any of these runs,
 * so of many changed runs each case is computed once.
 */
type Pass = { versions: Map<string, string>; computed: Set<string> }

function beginPass({ window }: Plan): Pass {
  return { versions: new Map(window.map((run) => [run.id, versionOf(run)])), computed: new Set() }
}

const versionOf = (run: WindowRun) => `${run.version} ${streamOf(run)}`

/** Cases with the signs of their results, undefined for one that is pending again. */
type Changed = (readonly [testCaseId: string, sign: string | undefined])[]

/**
 * What is left to fold of a run. The next step continues from it and reads nothing again. It is stale once the run has
 * changed, or once somebody else has folded a part of the run.
 */
export type Rest = { run: WindowRun; changed: Changed; folded: FoldedResults; version: string; pass: Pass }

/** Folds results of a run that have changed, as many as fit in a step. Returns the others. */
export async function foldRun(db: Db, work: Work, run: WindowRun, last?: Rest): Promise<Rest> {
  const known = work.folded.get(run.id)
  const { folded, changed } =
    last && isSameRun(last.run, run) && known?.version === last.version ? last : await readRest(db, run, known)
  const pass = last?.pass.versions.get(run.id) === versionOf(run) ? last.pass : beginPass(work)
  const due = changed.filter(([id]) => !pass.computed.has(id))
  const part = due.slice(0, CASES_PER_STEP)
  const isWhole = part.length === due.length
  const isSame = known !== undefined && changed.length === 0
  const ids = part.map(([id]) => id)
  await recompute(db, work, ids)
  // A new set: if this transaction is rolled back, its step is repeated.
  const computed = new Set([...pass.computed, ...ids])
  for (const [id, sign] of isWhole ? changed : part)
    if (sign === undefined) folded.delete(tailOf(id))
    else folded.set(tailOf(id), sign)
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
      new_failures: isSame ? known.newFailures : counted,
      suites: await countSuitesOfRun(db, run.id),
      ...progress,
    })
  }
  return {
    run,
    folded,
    version,
    changed: isWhole ? [] : changed.filter(([id]) => !computed.has(id)),
    pass: { ...pass, computed },
  }
}

/** Placeholder version; random, so it never matches a run. */
const unfinished = () => `unfinished ${randomUUID()}`

function isSameRun(a: WindowRun, b: WindowRun): boolean {
  return a.id === b.id && versionOf(a) === versionOf(b)
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
  const changed: Changed = []
  let seen = 0
  for (const { test_case_id: id, ...result } of await listRecorded(db, { testRunId })) {
    const before = folded.get(tailOf(id))
    if (before !== undefined) seen += 1
    const sign = signOf(result)
    if (before !== sign) changed.push([id, sign])
  }
  return { changed, seen }
}

/** Folded cases that are pending again. */
async function takenBack(db: Db, testRunId: string, folded: FoldedResults): Promise<Changed> {
  const pending = await listPendingCases(db, { testRunId })
  return pending.filter((row) => folded.has(tailOf(row.test_case_id))).map((row) => [row.test_case_id, undefined])
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
