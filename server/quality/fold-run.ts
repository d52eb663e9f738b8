import { randomUUID } from 'node:crypto'
import { RESULT_STATUSES, type ResultStatus } from '#shared/test-results/result-status.ts'
import { addCount, emptySummary, type Summary } from '#shared/test-runs/summary.ts'
import type { Db } from '../database/databases.ts'
import { giveWay, slices } from '../limits/give-way.ts'
import { newFailuresOf } from '../test-results/new-failures.repository.ts'
import { countResults } from '../test-results/test-results.repository.ts'
import {
  deleteFolded,
  insertFolded,
  listNextResults,
  readFoldedText,
  suiteCountsText,
  updateFolded,
} from './fold.repository.ts'
import { isUnknown, type Plan } from './plan.ts'
import { type FoldedRun, streamOf, type WindowRun } from './window.repository.ts'

/** The results of one slice: other calls wait for it. */
const RESULTS_AT_ONCE = 1_000

/** A changed run as it was read, before its cases are computed. */
type Changes = {
  run: WindowRun
  known: FoldedRun
  /** The cases whose result is not as it was folded. */
  changed: string[]
  /** The texts of its results and of the counts of its suites, as they are now. */
  results: string
  suites: string
}

/**
 * Lets runs count that did not before, or that have another branch or environment. They are stored before a case is
 * computed: a case that counts a result of such a run must be found when the run is deleted.
 */
export async function addRuns(db: Db, plan: Plan): Promise<void> {
  const runs = plan.stale.filter((run) => isUnknown(run, plan.folded.get(run.id)))
  for (const { id } of runs) {
    const known = plan.folded.get(id)
    if (!known) continue
    await deleteFolded(db, id)
    await uncountAfter(db, plan, known)
  }
  await insertFolded(
    db,
    runs.map(({ id, branch, environment }) => {
      const facts = { test_run_id: id, project_id: plan.projectId, branch, environment }
      // Random, so it never matches a run.
      return { ...facts, version: `unfinished ${randomUUID()}`, suites: '{}', results: '' }
    }),
  )
}

/**
 * Reads a run in slices. Each change of a result is an attempt, so no sign comes back. A change meanwhile makes the run
 * stale again.
 */
export async function readChanges(db: Db, run: WindowRun, known: FoldedRun): Promise<Changes> {
  const folded = await readFolded(await readFoldedText(db, run.id))
  const changed: string[] = []
  const signs: string[] = []
  const suites = new Map<string, Summary>()
  let after: string | undefined = ''
  while (after !== undefined) {
    const next = await listNextResults(db, { testRunId: run.id, after, limit: RESULTS_AT_ONCE })
    for (const { test_case_id: id, test_suite_id: suite, ...result } of next) {
      const counts = suites.get(suite) ?? emptySummary()
      addCount(counts, result.status, 1, result.flaky)
      suites.set(suite, counts)
      // A result that was taken back is pending, too, but has attempts.
      if (result.status === 'pending' && result.attempts === 0) continue
      const sign = signOf(result)
      if (folded.get(tailOf(id)) !== sign) changed.push(id)
      signs.push(`${tailOf(id)}:${sign}`)
    }
    after = next.length < RESULTS_AT_ONCE ? undefined : next.at(-1)?.test_case_id
    await giveWay()
  }
  return { run, known, changed, results: signs.join(' '), suites: suiteCountsText(suites) }
}

/** Stores which results are folded, unless somebody else has folded the run since it was read. */
export async function finishRun(
  db: Db,
  plan: Plan,
  { run, known, changed, results, suites }: Changes,
  isOne: boolean,
): Promise<void> {
  if (plan.folded.get(run.id)?.version !== known.version) return
  await updateFolded(db, [run.id], { version: run.version, results, suites })
  if (changed.length === 0) return
  await uncountAfter(db, plan, run)
  // A read after one change counts in the same write. Of many runs, each would be counted again after an earlier one.
  if (isOne) await updateFolded(db, [run.id], { new_failures: await countNewOf(db, plan.projectId, run) })
}

/** New failures of this run and of later ones of the same branch and environment may have changed. */
export async function uncountAfter(db: Db, { folded }: Plan, run: WindowRun | FoldedRun): Promise<void> {
  const later = [...folded.values()].filter(
    ({ id, newFailures, ...facts }) => newFailures !== null && run.id <= id && streamOf(run) === streamOf(facts),
  )
  await updateFolded(
    db,
    later.map(({ id }) => id),
    { new_failures: null },
  )
}

export async function countNewOf(db: Db, projectId: string, run: WindowRun): Promise<number> {
  return await countResults(db, newFailuresOf({ ...run, projectId }))
}

/* Which results of a run are folded, as text. */

/** The random end of a case's id names it within a run. */
const tailOf = (testCaseId: string) => testCaseId.slice(-12)

const FLAKY = RESULT_STATUSES.length

/** Identifies a version of a result: every change is an attempt. */
function signOf({ status, flaky, attempts }: { status: ResultStatus; flaky: 0 | 1; attempts: number }): string {
  const code = flaky === 1 && status === 'passed' ? FLAKY : RESULT_STATUSES.indexOf(status)
  return `${attempts.toString(36)}${code}`
}

/** The signs by the tails of cases. */
async function readFolded(text: string): Promise<Map<string, string>> {
  const signs = new Map<string, string>()
  if (text === '') return signs
  const pause = slices()
  for (const part of text.split(' ')) {
    const colon = part.indexOf(':')
    signs.set(part.slice(0, colon), part.slice(colon + 1))
    await pause()
  }
  return signs
}
