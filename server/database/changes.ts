import { LIVE_RESULTS_MAX } from '#shared/live/live.ts'
import type { TestRunListItem } from '#shared/test-runs/test-run.ts'
import type { Db } from './databases.ts'

/*
 * The changes of a transaction, as repositories record them. Before the commit the writer gives the touched projects
 * and runs a new version; after the commit it publishes the changes. Events are for other tools: the writer has those
 * of each write stored in its transaction.
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
  /** A member has a new name, and all runs of the project show it. */
  | { kind: 'names'; projectId: string }
  /** A project has a new client secret. */
  | { kind: 'credential'; projectId: string }
  /** A user was deactivated or deleted, or changed the password. */
  | { kind: 'user'; userId: string }
  /** What a user is told has changed. */
  | { kind: 'notices'; userId: string }

/** What happened in a project, for other tools. Of cases there is at most one of each type in a write. */
export type ProjectEvent =
  | { type: 'run.started' | 'run.reopened'; projectId: string; testRunId: string }
  /** `byUserId` is set if a person completed it, and not a tool. */
  | { type: 'run.completed'; projectId: string; testRunId: string; byUserId: string | null }
  /** Results that somebody else was assigned. Only people are told. */
  | ResultsAssigned
  /** The run as it was: its row may be gone before the commit. */
  | { type: 'run.deleted'; projectId: string; run: TestRunListItem }
  | CasesEvent
  | { type: 'member.added' | 'member.removed'; projectId: string; userId: string }

export type ResultsAssigned = {
  type: 'results.assigned'
  projectId: string
  testRunId: string
  assigneeId: string
  /** Some of them. */
  resultIds: string[]
  count: number
}

type CasesEvent = {
  type: 'case.created' | 'case.updated' | 'case.deleted' | 'quarantine.changed'
  projectId: string
  testCaseIds: string[]
  /** The number of further cases. */
  more?: number
  isQuarantined?: boolean
}

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

type Pending = {
  changes: ChangeSet
  contents: Set<string>
  events: Map<string, NotedEvent>
  hasDeliveries: boolean
  resultCount: number
}

/** The cases of the events of one type in a write are together. */
type NotedEvent = { event: ProjectEvent; testCaseIds: Set<string>; more: number }

const pending = new WeakMap<Db, Pending>()

/** Records a change of this transaction. It is published after the commit and dropped on rollback. */
export function noteChange(db: Db, change: Exclude<Change, { kind: 'results' }>): void {
  pendingOf(db).changes.add(change)
}

/** Records changed results. It runs for every attempt, so it costs only two map lookups. */
export function noteResults(db: Db, testRunId: string, resultIds: string[]): void {
  if (resultIds.length === 0) return
  const noted = pendingOf(db)
  noted.changes.addResults(testRunId, resultIds)
  noted.resultCount += resultIds.length
}

/** Records a change that reads of the project show and live pages do not, such as a new description of a case. */
export function noteContent(db: Db, projectId: string): void {
  pendingOf(db).contents.add(projectId)
}

/** Records what other tools may be told of. It costs a map lookup; who is told is decided when the write is done. */
export function noteEvent(db: Db, event: ProjectEvent): void {
  const { events } = pendingOf(db)
  const isOfCases = 'testCaseIds' in event
  const key = isOfCases ? [event.type, event.projectId, event.isQuarantined].join(' ') : JSON.stringify(event)
  const noted = events.get(key) ?? { event, testCaseIds: new Set<string>(), more: 0 }
  events.set(key, noted)
  if (!isOfCases) return
  for (const id of event.testCaseIds) noted.testCaseIds.add(id)
  noted.more += event.more ?? 0
}

/** Records that the outbox has something new to deliver after the commit. */
export function noteDelivery(db: Db): void {
  pendingOf(db).hasDeliveries = true
}

/** Returns the events of a write and removes them. */
export function takeEvents(db: Db): ProjectEvent[] {
  const events = pending.get(db)?.events
  if (!events || events.size === 0) return []
  const taken = Array.from(events.values(), ({ event, testCaseIds, more }) =>
    'testCaseIds' in event ? { ...event, testCaseIds: [...testCaseIds], more } : event,
  )
  events.clear()
  return taken
}

type Taken = { changes: Change[]; touched: Touched; hasDeliveries: boolean; resultCount: number }

export function takeChanges(db: Db): Taken {
  const { changes, contents, hasDeliveries, resultCount } = pendingOf(db)
  pending.delete(db)
  const taken = changes.take()
  return { changes: taken, touched: touchedBy(taken, contents), hasDeliveries, resultCount }
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
  const noted = pending.get(db) ?? {
    changes: new ChangeSet(),
    contents: new Set(),
    events: new Map(),
    hasDeliveries: false,
    resultCount: 0,
  }
  pending.set(db, noted)
  return noted
}
