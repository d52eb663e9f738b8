import type { Db } from '../database/databases.ts'
import { type FoldedRun, listLost, listFolded, listWindow, streamOf, type WindowRun } from './window.repository.ts'

export type Plan = {
  projectId: string
  window: WindowRun[]
  folded: Map<string, FoldedRun>
  /** Runs that have changed since they were folded, newest first. */
  stale: WindowRun[]
  gone: FoldedRun[]
  /** Runs whose new failures must be counted. */
  uncounted: WindowRun[]
  hasLost: boolean
}

export async function readPlan(db: Db, projectId: string): Promise<Plan> {
  // Versions are read before results: a change in between makes the run stale again.
  const window = await listWindow(db, projectId)
  const list = await listFolded(db, projectId)
  const folded = new Map(list.map((run) => [run.id, run]))
  const ids = new Set(window.map(({ id }) => id))
  return {
    projectId,
    window,
    folded,
    stale: window.filter((run) => isStale(run, folded.get(run.id))),
    gone: list.filter(({ id }) => !ids.has(id)),
    uncounted: window.filter(({ id }) => folded.get(id)?.newFailures === null),
    hasLost: (await listLost(db, { projectId, limit: 1 })).length > 0,
  }
}

type Facts = Pick<WindowRun, 'version' | 'branch' | 'environment'>

export function isStale(run: Facts, known: FoldedRun | undefined): boolean {
  return known?.version !== run.version || isUnknown(run, known)
}

/** Whether none of its results are folded: it is new, or has another branch or environment. */
export function isUnknown(run: Facts, known: FoldedRun | undefined): boolean {
  return !known || streamOf(known) !== streamOf(run)
}

/** `listUnfolded` says the same of several projects. */
export function isDone({ stale, gone, uncounted, hasLost }: Plan): boolean {
  return stale.length + gone.length + uncounted.length === 0 && !hasLost
}

/** The runs whose results count, newest first, each with the branch and environment with which it was folded. */
export function countedRuns({ window, folded }: Pick<Plan, 'window' | 'folded'>): WindowRun[] {
  return window.flatMap((run) => {
    const known = folded.get(run.id)
    return known ? [{ ...run, branch: known.branch, environment: known.environment }] : []
  })
}
