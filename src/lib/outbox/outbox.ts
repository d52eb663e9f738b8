import { accessToken, onSessionChange } from '../session.ts'
import { createStore, type Readable, type Store } from '../store.ts'
import type { KeptEntries } from './kept-entries.ts'
import { isUnsent, type OutboxEntry } from './outbox-entry.ts'

const RETRY_MS = 4_000

type Options<E extends OutboxEntry> = {
  /** An entry replaces an earlier one with the same key. */
  keyOf: (entry: E) => string
  /** Parallel requests. */
  requestsMax: number
  /** What the next request sends. No entry is ready that is being sent. */
  batchOf: (ready: readonly E[], sending: readonly E[]) => readonly E[]
  /** Entries that a reload must not lose. All tabs share them, and one tab sends each. */
  kept?: KeptEntries<E>
}

/** Removes or changes the entries that it sends. Returns whether the server was reached. Never throws. */
type Send<E> = (entries: E[], signal: AbortSignal) => Promise<boolean>

type OutboxRequest = { keys: string[]; abort: AbortController; ended: Promise<void> }

/**
 * What the user entered and the server has not acknowledged. It is sent behind the user, oldest first, and again every 4 s
 * and when the browser is online, until the server is reached.
 */
export class Outbox<E extends OutboxEntry> {
  readonly #options: Options<E>
  readonly #entries: Store<ReadonlyMap<string, E>>
  /** Keys of entries that go with the next requests. */
  readonly #due = new Set<string>()
  readonly #requests = new Set<OutboxRequest>()
  #send: Send<E> | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(options: Options<E>) {
    this.#options = options
    this.#entries = createStore<ReadonlyMap<string, E>>(options.kept?.all() ?? new Map())
  }

  /** Sends what was kept, and from now on each new entry. */
  start(send: Send<E>): void {
    this.#send = send
    this.#options.kept?.onChange((key) => (key === null ? this.#reloadAll() : void this.#reload(key)))
    onSessionChange(() => this.#reloadAll())
    window.addEventListener('online', () => this.#retry())
    this.#entries.subscribe(() => this.#retryLater())
    this.#retry()
  }

  get entries(): Readable<ReadonlyMap<string, E>> {
    return this.#entries
  }

  all = (): E[] => [...this.#entries.get().values()]

  get = (key: string): E | undefined => this.#entries.get().get(key)

  /** Takes entries, each in place of the one with its key, and sends those that are to be sent. */
  put(added: readonly E[]): void {
    const next = new Map(this.#entries.get())
    for (const entry of added) {
      const key = this.#options.keyOf(entry)
      next.set(key, entry)
      this.#options.kept?.write(key, entry)
    }
    this.#entries.set(next)
    this.#sendNow(added)
  }

  /** Changes entries, or removes them when `change` returns null, unless another one has replaced them. */
  update(changed: readonly E[], change: (entry: E) => Partial<E> | null): void {
    const next = new Map(this.#entries.get())
    for (const earlier of changed) {
      const key = this.#options.keyOf(earlier)
      const entry = next.get(key)
      if (entry?.entryId !== earlier.entryId) continue
      const changes = change(entry)
      if (changes) next.set(key, { ...entry, ...changes })
      else next.delete(key)
      this.#options.kept?.write(key, next.get(key))
    }
    this.#entries.set(next)
  }

  remove(key: string): void {
    const entry = this.get(key)
    if (entry) this.update([entry], () => null)
  }

  abort(key: string): void {
    for (const { keys, abort } of this.#requests) if (keys.includes(key)) abort.abort()
  }

  /** Resolves once this tab has no request in progress. */
  async settled(): Promise<void> {
    while (this.#requests.size > 0) await Promise.all([...this.#requests].map(({ ended }) => ended))
  }

  #retryLater(): void {
    if (this.#timer !== undefined || !this.all().some(isUnsent)) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#retry()
    }, RETRY_MS)
  }

  #retry(): void {
    this.#sendNow(this.all())
    this.#retryLater()
  }

  #sendNow(entries: readonly E[]): void {
    const { requestsMax, keyOf } = this.#options
    const carried = this.#carried()
    for (const entry of entries) if (isUnsent(entry) && !carried.has(keyOf(entry))) this.#due.add(keyOf(entry))
    while (this.#send && this.#requests.size < requestsMax) {
      const batch = this.#nextBatch()
      if (batch.length === 0) return
      const keys = batch.map(keyOf)
      for (const key of keys) this.#due.delete(key)
      const request: OutboxRequest = { keys, abort: new AbortController(), ended: Promise.resolve() }
      this.#requests.add(request)
      request.ended = this.#carry(request, this.#send)
    }
  }

  #nextBatch(): readonly E[] {
    const { keyOf, batchOf } = this.#options
    const carried = this.#carried()
    const ready = this.all().filter((entry) => this.#due.has(keyOf(entry)) && isUnsent(entry))
    return batchOf(
      ready.filter((entry) => !carried.has(keyOf(entry))),
      [...carried].flatMap((key) => this.get(key) ?? []),
    )
  }

  /** The keys of the entries that requests carry. */
  #carried(): Set<string> {
    return new Set([...this.#requests].flatMap(({ keys }) => keys))
  }

  async #carry(request: OutboxRequest, send: Send<E>): Promise<void> {
    const { kept } = this.#options
    const { keys, release } = (await kept?.lock(request.keys)) ?? { keys: request.keys, release: undefined }
    // Another tab may have sent an entry before the lock was free.
    const entries = keys.flatMap((key) => this.#reload(key) ?? []).filter(isUnsent)
    const isReached = entries.length > 0 && (await send(entries, request.abort.signal))
    await release?.()
    this.#requests.delete(request)
    // The others wait for the next retry, too, or they would overtake those that were not sent.
    if (!isReached && !request.abort.signal.aborted) this.#due.clear()
    // Entries made meanwhile, and once the server is reached, those that wait for it.
    const later = keys.flatMap((key) => this.get(key) ?? []).filter(({ state }) => state === 'sending')
    this.#sendNow(isReached ? this.all() : later)
  }

  /** Reads an entry again, which another tab may have sent. */
  #reload(key: string): E | undefined {
    const before = this.get(key)
    const { kept } = this.#options
    const entry = kept ? kept.read(key, before) : before
    if (entry === before) return entry
    const next = new Map(this.#entries.get())
    if (entry) next.set(key, entry)
    else next.delete(key)
    this.#entries.set(next)
    return entry
  }

  /** Entries are sent in the name of their user. What is not kept ends with the session. */
  #reloadAll(): void {
    const { kept } = this.#options
    if (kept) this.#entries.set(kept.all())
    else if (accessToken() === null) {
      this.#entries.set(new Map())
      for (const { abort } of this.#requests) abort.abort()
    }
    this.#retry()
  }
}
