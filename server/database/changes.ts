import { LIVE_RESULTS_MAX } from '#shared/live/live.ts'
import type { Db } from './databases.ts'

/*
 * The changes of a transaction, as repositories record them. Before the commit the writer gives the touched projects
 * and runs a new version; after the commit it publishes the changes.
 */

/** A committed change. Ids only, as plain JSON, because it also travels to other servers. */
export type Change =
  /** Results of a run; `resultIds` is null if there are too many to list. */
  | { kind: 'results'; testRunId: string; resultIds: string[] | null }
  | { kind: 'run'; projectId: string; testRunId: string }
  | { kind: 'run deleted'; projectId: string; testRunId: string }
  /** A field that project lists show: the project itself, its name, its suites, its number of cases. */
  | { kind: 'project'; projectId: string }
  | { kind: 'project deleted'; projectId: string }
  | { kind: 'member'; projectId: string; userId: string }
  /** A project has a new client secret. */
  | { kind: 'credential'; projectId: string }
  /** A user was deactivated or deleted, or changed the password. */
  | { kind: 'user'; userId: string }

export class ChangeSet {
  /** Result ids by run; null if there are too many to list. */
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

/** The ids of projects and runs that reads show differently after the transaction. */
export type Touched = { projects: string[]; testRuns: string[] }

type Pending = { changes: ChangeSet; contents: Set<string> }

const pending = new WeakMap<Db, Pending>()

/** Records a change of this transaction. It is published after the commit and dropped on rollback. */
export function noteChange(db: Db, change: Exclude<Change, { kind: 'results' }>): void {
  pendingOf(db).changes.add(change)
}

/** Records changed results. It runs for every attempt, so it costs only two map lookups. */
export function noteResults(db: Db, testRunId: string, resultIds: string[]): void {
  if (resultIds.length > 0) pendingOf(db).changes.addResults(testRunId, resultIds)
}

/** Records a change that reads of the project show and live pages do not, such as a new description of a case. */
export function noteContent(db: Db, projectId: string): void {
  pendingOf(db).contents.add(projectId)
}

export function takeChanges(db: Db): { changes: Change[]; touched: Touched } {
  const { changes, contents } = pendingOf(db)
  pending.delete(db)
  const taken = changes.take()
  return { changes: taken, touched: touchedBy(taken, contents) }
}

/** Sorted ids: transactions that touch the same records then lock them in the same order. */
function touchedBy(changes: Change[], contents: Set<string>): Touched {
  const projects = new Set(contents)
  const testRuns = new Set<string>()
  for (const change of changes)
    if (change.kind === 'results' || change.kind === 'run') testRuns.add(change.testRunId)
    else if (change.kind === 'project' || change.kind === 'member' || change.kind === 'credential')
      projects.add(change.projectId)
  return { projects: [...projects].toSorted(), testRuns: [...testRuns].toSorted() }
}

function pendingOf(db: Db): Pending {
  const noted = pending.get(db) ?? { changes: new ChangeSet(), contents: new Set() }
  pending.set(db, noted)
  return noted
}
