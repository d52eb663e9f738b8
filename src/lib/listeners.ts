/** Subscribers to state outside React. */
export class Listeners {
  readonly #all = new Set<() => void>()

  /** Calls the listener on each change. Returns the unsubscribe function, as `useSyncExternalStore` expects. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#all.add(listener)
    return () => void this.#all.delete(listener)
  }

  notify(): void {
    for (const listener of this.#all) listener()
  }
}
