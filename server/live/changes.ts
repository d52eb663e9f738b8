import { LIVE_RESULTS_MAX } from '#shared/live/live.ts'
import type { Db } from '../db.ts'

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

/** The changes of each transaction that is under way, joined by what they are about. */
const told = new WeakMap<Db, Map<string, Change>>()

/**
 * Notes what a write has changed. It is published when the transaction is committed, and forgotten when it is not.
 * Costs no more than a look into a map: it stands on the hot path of recording.
 */
export function tellChange(db: Db, change: Change): void {
  const changes = told.get(db)
  if (!changes) return void told.set(db, new Map([[subjectOf(change), change]]))
  const subject = subjectOf(change)
  const known = changes.get(subject)
  changes.set(subject, known?.kind === 'results' && change.kind === 'results' ? joined(known, change) : change)
}

export function tellResults(db: Db, testRunId: string, resultIds: string[]): void {
  if (resultIds.length > 0) tellChange(db, { kind: 'results', testRunId, resultIds: few(resultIds) })
}

/** What was told of in this transaction. */
export function takeChanges(db: Db): Change[] {
  const changes = told.get(db)
  told.delete(db)
  return changes ? [...changes.values()] : []
}

function subjectOf(change: Change): string {
  switch (change.kind) {
    case 'results':
    case 'run':
    case 'run deleted':
      return `${change.kind} ${change.testRunId}`
    case 'member':
      return `${change.kind} ${change.projectId} ${change.userId}`
    case 'user':
      return `${change.kind} ${change.userId}`
    default:
      return `${change.kind} ${change.projectId}`
  }
}

type ResultsChange = Extract<Change, { kind: 'results' }>

function joined({ resultIds: known, ...change }: ResultsChange, { resultIds: more }: ResultsChange): ResultsChange {
  return { ...change, resultIds: known && more && few([...known, ...more]) }
}

/** Each id once, or null when there are more than one message may carry. */
function few(resultIds: string[]): string[] | null {
  const distinct = new Set(resultIds)
  return distinct.size > LIVE_RESULTS_MAX ? null : [...distinct]
}
