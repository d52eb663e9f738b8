import { LIVE_RESULTS_MAX } from '#shared/live/live.ts'
import type { Db } from './databases.ts'

/*
 * The changes of a transaction. Repositories record them here, and the writer publishes them after the commit.
 */

/** A committed change: ids only, as plain JSON, because it also travels to other servers. */
export type Change =
  /** Results of a run; `resultIds` is null when there are too many to list. */
  | { kind: 'results'; testRunId: string; resultIds: string[] | null }
  /** A run was started or completed. */
  | { kind: 'run'; projectId: string; testRunId: string }
  | { kind: 'run deleted'; projectId: string; testRunId: string }
  /** A field that project lists show: the project itself, its name, its suites, its number of cases. */
  | { kind: 'project'; projectId: string }
  | { kind: 'project deleted'; projectId: string }
  /** A user joined or left a project. */
  | { kind: 'member'; projectId: string; userId: string }
  /** A project has a new client secret. */
  | { kind: 'credential'; projectId: string }
  /** A user was deactivated or deleted, or has a new password. */
  | { kind: 'user'; userId: string }

/** Changes without duplicates. Results are merged by run. */
export class ChangeSet {
  /** Result ids by run; null when there are too many to list. */
  readonly #results = new Map<string, Set<string> | null>()
  readonly #others = new Map<string, Change>()

  add(change: Change): void {
    if (change.kind === 'results') this.addResults(change.testRunId, change.resultIds)
    else this.#others.set(Object.values(change).join(' '), change)
  }

  addResults(testRunId: string, resultIds: string[] | null): void {
    const earlier = this.#results.get(testRunId)
    if (earlier === null) return
    const changed = earlier ?? new Set()
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

/** Records a change of this transaction. It is published after the commit and dropped on rollback. */
export function noteChange(db: Db, change: Exclude<Change, { kind: 'results' }>): void {
  changesOf(db).add(change)
}

/** Records changed results. It runs for every attempt, so it costs only two map lookups. */
export function noteResults(db: Db, testRunId: string, resultIds: string[]): void {
  if (resultIds.length > 0) changesOf(db).addResults(testRunId, resultIds)
}

/** Returns the changes of this transaction and removes them. */
export function takeChanges(db: Db): Change[] {
  const changes = pending.get(db)?.take() ?? []
  pending.delete(db)
  return changes
}

function changesOf(db: Db): ChangeSet {
  const changes = pending.get(db) ?? new ChangeSet()
  pending.set(db, changes)
  return changes
}
