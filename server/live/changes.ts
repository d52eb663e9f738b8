import { LIVE_RESULTS_MAX } from '#shared/live/live.ts'
import type { Db } from '../database/databases.ts'

/** What a write has changed, for those who watch: small and plain JSON, since it may have to travel to other servers. */
export type Change =
  /** Results of a run; `resultIds` is null when they are too many to name. */
  | { kind: 'results'; testRunId: string; resultIds: string[] | null }
  /** A run has started or ended. */
  | { kind: 'run'; projectId: string; testRunId: string }
  | { kind: 'run deleted'; projectId: string; testRunId: string }
  /** What lists show of a project: it is new, has another name, or other suites or numbers of cases. */
  | { kind: 'project'; projectId: string }
  | { kind: 'project deleted'; projectId: string }
  /** Somebody has become a member, or is none any more. */
  | { kind: 'member'; projectId: string; userId: string }
  /** A project has another client secret. */
  | { kind: 'credential'; projectId: string }
  /** A user was deactivated or deleted, or has another password. */
  | { kind: 'user'; userId: string }

/** What was told of, each thing once, and the results of each run together. */
export class Told {
  /** Null for too many. */
  readonly #results = new Map<string, Set<string> | null>()
  readonly #others = new Map<string, Change>()

  add(change: Change): void {
    if (change.kind === 'results') this.addResults(change.testRunId, change.resultIds)
    else this.#others.set(Object.values(change).join(' '), change)
  }

  addResults(testRunId: string, resultIds: string[] | null): void {
    const known = this.#results.get(testRunId)
    if (known === null) return
    const changed = known ?? new Set()
    for (const id of resultIds ?? []) changed.add(id)
    this.#results.set(testRunId, resultIds === null || changed.size > LIVE_RESULTS_MAX ? null : changed)
  }

  /** All of it; afterwards nothing was told of. */
  take(): Change[] {
    const results = Array.from(this.#results, ([testRunId, ids]): Change => ({
      kind: 'results',
      testRunId,
      resultIds: ids && [...ids],
    }))
    const others = [...this.#others.values()]
    this.#results.clear()
    this.#others.clear()
    return [...results, ...others]
  }
}

/** What was told of in each transaction that is under way. */
const toldIn = new WeakMap<Db, Told>()

/**
 * Notes what a write has changed. It is published when the transaction is committed, and forgotten when it is not.
 * Results have a function of their own.
 */
export function tellChange(db: Db, change: Exclude<Change, { kind: 'results' }>): void {
  told(db).add(change)
}

/** Notes that results of a run have changed. It stands on the hot path of recording, and costs a look into two maps. */
export function tellResults(db: Db, testRunId: string, resultIds: string[]): void {
  if (resultIds.length > 0) told(db).addResults(testRunId, resultIds)
}

/** What was told of in this transaction. */
export function takeChanges(db: Db): Change[] {
  const changes = toldIn.get(db)?.take() ?? []
  toldIn.delete(db)
  return changes
}

function told(db: Db): Told {
  const known = toldIn.get(db)
  if (known) return known
  const none = new Told()
  toldIn.set(db, none)
  return none
}
