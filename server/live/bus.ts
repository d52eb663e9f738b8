import type { Change } from '../database/changes.ts'

/** Changes travel between servers. Viewers are published within a process only. */
export type BusEvent = Change | { kind: 'viewers'; testRunId: string }

export type BusKey =
  `${'run' | 'runs' | 'names' | 'viewers' | 'access' | 'user' | 'notices'}:${string}` | 'results' | 'projects'

/** Receives an event, or null when events may have been lost: then anything may have changed. */
type Listener = (event: BusEvent | null) => void

export class Bus {
  readonly #listeners = new Map<BusKey, Set<Listener>>()

  /** Returns a function that unsubscribes. */
  subscribe(keys: BusKey[], listener: Listener): () => void {
    for (const key of keys) this.#listeners.set(key, (this.#listeners.get(key) ?? new Set()).add(listener))
    return () => {
      for (const key of keys) {
        const listeners = this.#listeners.get(key)
        listeners?.delete(listener)
        if (listeners?.size === 0) this.#listeners.delete(key)
      }
    }
  }

  publish(events: BusEvent[]): void {
    if (this.#listeners.size === 0) return
    for (const event of events)
      for (const key of keysOf(event)) for (const listener of this.#listeners.get(key) ?? []) listener(event)
  }

  /** Tells every listener that events may have been lost. */
  lost(): void {
    for (const listener of new Set([...this.#listeners.values()].flatMap((each) => [...each]))) listener(null)
  }
}

function keysOf(event: BusEvent): BusKey[] {
  switch (event.kind) {
    case 'results':
      return [`run:${event.testRunId}`, 'results']
    case 'run':
    case 'run deleted':
      return [`run:${event.testRunId}`, `runs:${event.projectId}`]
    case 'project':
      return ['projects']
    case 'project deleted':
    case 'member':
      return [`access:${event.projectId}`, 'projects']
    case 'names':
      return [`names:${event.projectId}`]
    case 'credential':
      return [`access:${event.projectId}`]
    case 'user':
      return [`user:${event.userId}`]
    case 'notices':
      return [`notices:${event.userId}`]
    default:
      return [`viewers:${event.testRunId}`]
  }
}
