import { LIVE_RESULTS_MAX } from '#shared/live/live.ts'
import type { Db } from './databases.ts'

/*
 * What a transaction has changed. Repositories note it here, the writer takes it after the commit and hands it on;
 * neither knows who listens.
 */

/** A committed change: ids only, as plain JSON, because it also travels to other servers. */
export type Change =
  /** Results of a run; `resultIds` is null when there are too many to list. */
  | { kind: 'results'; testRunId: string; resultIds: string[] | null }
  /** A run was started or completed. */
  | { kind: 'run'; projectId: string; testRunId: string }
  | { kind: 'run deleted'; projectId: string; testRunId: string }
  /** What project lists show: a new project, its name, its suites, its number of cases. */
  | { kind: 'project'; projectId: string }
  | { kind: 'project deleted'; projectId: string }
  /** A user joined or left a project. */
  | { kind: 'member'; projectId: string; userId: string }
  /** A project has a new client secret. */
  | { kind: 'credential'; projectId: string }
  /** A user was deactivated or deleted, or has a new password. */
  | { kind: 'user'; userId: string }

/** Changes without duplicates; the results of each run are joined. */
export class ChangeSet {
  /** By run; null for too many to list. */
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

  /** Returns all changes and empties the set. */
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

const pending = new WeakMap<Db, ChangeSet>()

/** Notes a change of this transaction. It is published after the commit and dropped on rollback. */
export function noteChange(db: Db, change: Exclude<Change, { kind: 'results' }>): void {
  changesOf(db).add(change)
}

/** Notes changed results. Recording calls this for every attempt, so it costs two map lookups. */
export function noteResults(db: Db, testRunId: string, resultIds: string[]): void {
  if (resultIds.length > 0) changesOf(db).addResults(testRunId, resultIds)
}

/** Returns and forgets the changes of this transaction. */
export function takeChanges(db: Db): Change[] {
  const changes = pending.get(db)?.take() ?? []
  pending.delete(db)
  return changes
}

function changesOf(db: Db): ChangeSet {
  const known = pending.get(db)
  if (known) return known
  const none = new ChangeSet()
  pending.set(db, none)
  return none
}
