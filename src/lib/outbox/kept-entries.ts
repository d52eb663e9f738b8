import { storedUser } from '../session.ts'
import type { OutboxEntry } from './outbox-entry.ts'

/**
 * The entries of an outbox in localStorage, one key per user and entry: they survive a reload and a sign-out, all tabs
 * share them, no user sees another's, and a write costs the same with 10,000 of them. Refusals are not kept.
 */
export class KeptEntries<E extends OutboxEntry> {
  readonly #name: string
  readonly #keyOf: (entry: E) => string
  /** Entries for which the storage had no room: this tab still has and sends them. */
  readonly #unstored = new Set<string>()
  /** The user of the page. What was being typed when the session ended is still theirs. */
  #owner = ''

  constructor(name: string, keyOf: (entry: E) => string) {
    this.#name = name
    this.#keyOf = keyOf
  }

  get #prefix(): string {
    return `${this.#name}:${storedUser()?.id ?? ''}:`
  }

  /** By key, oldest first. */
  all(): Map<string, E> {
    const prefix = this.#prefix
    this.#owner = storedUser()?.id ?? this.#owner
    const found = Object.keys(localStorage)
      .filter((key) => key.startsWith(prefix))
      .flatMap((key) => this.#parsed(localStorage.getItem(key)) ?? [])
    found.sort((one, other) => (one.entryId < other.entryId ? -1 : 1))
    return new Map(found.map((entry) => [this.#keyOf(entry), entry]))
  }

  /** The entry as any tab has stored it; `known` if it is still the same. */
  read(key: string, known: E | undefined): E | undefined {
    if (known && (known.state === 'refused' || this.#unstored.has(known.entryId))) return known
    const text = localStorage.getItem(this.#prefix + key)
    return text === (known ? JSON.stringify(known) : null) ? known : this.#parsed(text)
  }

  write(key: string, entry: E | undefined): void {
    const name = `${this.#name}:${this.#owner}:${key}`
    if (!entry || entry.state === 'refused') return localStorage.removeItem(name)
    try {
      localStorage.setItem(name, JSON.stringify(entry))
    } catch {
      this.#unstored.add(entry.entryId)
    }
  }

  /** Calls the listener when another tab changes an entry, with null for all of them. */
  onChange(listener: (key: string | null) => void): void {
    window.addEventListener('storage', ({ key }) => {
      // The key is null when the whole storage was cleared.
      if (key === null) listener(null)
      else if (key.startsWith(this.#prefix)) listener(key.slice(this.#prefix.length))
    })
  }

  /**
   * The right of this tab to send entries: those that no other tab is sending. Insecure contexts have no locks: there,
   * an entry may be sent twice. `release` resolves once the locks can be had again.
   */
  async lock(keys: readonly string[]): Promise<{ keys: string[]; release: () => Promise<void> }> {
    const locks = await Promise.all(keys.map(async (key) => ({ key, release: await lock(`unsaved ${key}`) })))
    const had = locks.filter(({ release }) => release !== null)
    return {
      keys: had.map(({ key }) => key),
      release: async () => void (await Promise.all(had.map(async ({ release }) => await release?.()))),
    }
  }

  #parsed(text: string | null): E | undefined {
    try {
      return text === null ? undefined : (JSON.parse(text) as E)
    } catch {
      return undefined
    }
  }
}

async function lock(name: string): Promise<(() => Promise<void>) | null> {
  if (!('locks' in navigator)) return async () => await Promise.resolve()
  const { promise, resolve } = Promise.withResolvers<(() => Promise<void>) | null>()
  const { promise: end, resolve: release } = Promise.withResolvers<void>()
  const whole = navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
    resolve(
      lock &&
        (async () => {
          release()
          await whole
        }),
    )
    if (lock) await end
  })
  return await promise
}
