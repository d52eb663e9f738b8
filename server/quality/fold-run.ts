import { randomUUID } from 'node:crypto'
import { RESULT_STATUSES, type ResultStatus } from '#shared/test-results/result-status.ts'
import type { Db } from '../database/databases.ts'
import { newFailuresOf } from '../test-results/new-failures.repository.ts'
import { countResults } from '../test-results/test-results.repository.ts'
import { countSuitesOfRun, insertFolded, listRecorded, readFoldedText, updateFolded } from './fold.repository.ts'
import { countedRuns, type Plan } from './plan.ts'
import { recompute } from './recompute.ts'
import { type FoldedRun, streamOf, type WindowRun } from './window.repository.ts'

/** Cases per step: other writes wait for a step. */
export const CASES_PER_STEP = 800

/** The version of a run that counts no longer, while the cases that depend on it are computed again. */
export const GONE = 'gone'

/**
 * The cases that were computed since these versions of runs were read. They count what has changed in any of these runs,
 * so of many changed runs each case is computed once.
 */
type Pass = { versions: Map<string, string>; computed: Set<string> }

function beginPass(plan: Plan): Pass {
  return { versions: new Map(countedRuns(plan).map((run) => [run.id, versionOf(run)])), computed: new Set() }
}

const versionOf = (run: WindowRun) => `${run.version} ${streamOf(run)}`

/**
 * What is left to fold of a run. The next step continues from it and reads nothing again. It is stale once the run has
 * changed, or once somebody else has folded a part of the run.
 */
export type Rest = {
  run: WindowRun
  changed: (readonly [testCaseId: string, sign: string])[]
  folded: FoldedResults
  version: string
  pass: Pass
}

/** Folds results of a run that have changed, as many as fit in a step. Returns the others. */
export async function foldRun(db: Db, plan: Plan, run: WindowRun, last?: Rest): Promise<Rest> {
  const known = plan.folded.get(run.id) as FoldedRun
  const { folded, changed } =
    last && isSameRun(last.run, run) && known.version === last.version ? last : await readRest(db, run, known)
  const pass = last?.pass.versions.get(run.id) === versionOf(run) ? last.pass : beginPass(plan)
  const due = changed.filter(([id]) => !pass.computed.has(id))
  const part = due.slice(0, CASES_PER_STEP)
  const isWhole = part.length === due.length
  const isSame = changed.length === 0
  const ids = part.map(([id]) => id)
  await recompute(db, plan, ids, run)
  // A new set: if this transaction is rolled back, its step is repeated.
  const computed = new Set([...pass.computed, ...ids])
  for (const [id, sign] of isWhole ? changed : part) folded.set(tailOf(id), sign)
  if (!isSame) await uncountAfter(db, plan, [run, known])
  const { branch, environment } = run
  const version = isWhole ? run.version : unfinished()
  await updateFolded(db, [run.id], { version, branch, environment, results: writeFolded(folded) })
  if (isWhole) {
    // A read after one change counts in the same step. Of many runs, each would be counted again after an earlier one.
    const counted = plan.stale.length === 1 ? await countNewOf(db, plan.projectId, run) : null
    await updateFolded(db, [run.id], {
      new_failures: isSame ? known.newFailures : counted,
      suites: await countSuitesOfRun(db, run.id),
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

/**
 * Lets runs count that did not before. They are stored before a case is computed: a case that counts a result of such a
 * run must be found when the run is deleted.
 */
export async function addRuns(db: Db, plan: Plan): Promise<Plan> {
  const added = plan.window
    .filter(({ id }) => !plan.folded.has(id))
    .map(({ id, branch, environment }) => ({ id, branch, environment, version: unfinished() }))
  await insertFolded(
    db,
    added.map(({ id, ...facts }) => ({
      ...facts,
      test_run_id: id,
      project_id: plan.projectId,
      suites: '{}',
      results: '',
    })),
  )
  const known = added.map((run): [string, FoldedRun] => [run.id, { ...run, newFailures: null }])
  return { ...plan, folded: new Map([...plan.folded, ...known]) }
}

/** Placeholder version; random, so it never matches a run. */
const unfinished = () => `unfinished ${randomUUID()}`

function isSameRun(a: WindowRun, b: WindowRun): boolean {
  return a.id === b.id && versionOf(a) === versionOf(b)
}

/** The cases whose result is not as it was folded. Each change of a result is an attempt, so no sign comes back. */
async function readRest(db: Db, run: WindowRun, known: FoldedRun): Promise<Pick<Rest, 'folded' | 'changed'>> {
  // After a change of branch or environment, each result is folded again.
  const isFolded = known.version !== GONE && streamOf(known) === streamOf(run)
  const folded = isFolded ? readFolded(await readFoldedText(db, run.id)) : new Map<string, string>()
  const results = await listRecorded(db, { testRunId: run.id })
  const signs = results.map(({ test_case_id, ...result }) => [test_case_id, signOf(result)] as const)
  return { folded, changed: signs.filter(([id, sign]) => folded.get(tailOf(id)) !== sign) }
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

export async function countNewOf(db: Db, projectId: string, run: WindowRun): Promise<number> {
  return await countResults(db, newFailuresOf({ ...run, projectId }))
}

/* Which results of a run are folded, as text. */

/** The folded results of a run, each as `signOf` writes it, by `tailOf` of its case. */
type FoldedResults = Map<string, string>

/** The random end of a case's id names it within a run. */
const tailOf = (testCaseId: string) => testCaseId.slice(-12)

const FLAKY = RESULT_STATUSES.length

/** Identifies a version of a result: every change is an attempt. */
function signOf({ status, flaky, attempts }: { status: ResultStatus; flaky: 0 | 1; attempts: number }): string {
  const code = flaky === 1 && status === 'passed' ? FLAKY : RESULT_STATUSES.indexOf(status)
  return `${attempts.toString(36)}${code}`
}

function writeFolded(folded: FoldedResults): string {
  return Array.from(folded, ([tail, sign]) => `${tail}:${sign}`).join(' ')
}

function readFolded(text: string): FoldedResults {
  if (text === '') return new Map()
  return new Map(
    text.split(' ').map((part) => {
      const colon = part.indexOf(':')
      return [part.slice(0, colon), part.slice(colon + 1)]
    }),
  )
}
