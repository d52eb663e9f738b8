import type { Change } from '../database/changes.ts'

/** What one may listen to: a run, a project or a user by id, all results, or all that lists of projects show. */
export type BusTopic = `${'run' | 'project' | 'user'}:${string}` | 'results' | 'projects'

/** Gets what has changed, or null when something may have been lost on the way: then anything may have changed. */
export type Listener = (change: Change | null) => void

/**
 * Takes changes to those who listen, within one process. Whoever carries changes between servers publishes here what
 * comes in from all of them, its own included, and says when it may have lost some.
 */
export class Bus {
  readonly #listeners = new Map<BusTopic, Set<Listener>>()

  /** The answer ends it. */
  subscribe(topic: BusTopic, listener: Listener): () => void {
    const listeners = this.#listeners.get(topic) ?? new Set()
    this.#listeners.set(topic, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.#listeners.get(topic) === listeners) this.#listeners.delete(topic)
    }
  }

  publish(changes: Change[]): void {
    if (this.#listeners.size === 0) return
    for (const change of changes)
      for (const topic of topicsOf(change)) for (const listener of this.#listeners.get(topic) ?? []) listener(change)
  }

  /** Something may have been lost: everybody is to look anew. */
  lost(): void {
    const all = new Set(Array.from(this.#listeners.values(), (listeners) => [...listeners]).flat())
    for (const listener of all) listener(null)
  }
}

function topicsOf(change: Change): BusTopic[] {
  switch (change.kind) {
    case 'results':
      return [`run:${change.testRunId}`, 'results']
    case 'run':
    case 'run deleted':
      return [`run:${change.testRunId}`, `project:${change.projectId}`]
    case 'project':
      return ['projects']
    case 'project deleted':
      return [`project:${change.projectId}`, 'projects']
    case 'member':
      return [`project:${change.projectId}`, 'projects']
    case 'user':
      return [`user:${change.userId}`]
    default:
      return [`project:${change.projectId}`]
  }
}
