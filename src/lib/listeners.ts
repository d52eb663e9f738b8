/** Who is to know when something changes that React does not keep. */
export class Listeners {
  readonly #all = new Set<() => void>()

  /** Calls back at each change from now on, as `useSyncExternalStore` wishes it; answers how to stop that. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#all.add(listener)
    return () => void this.#all.delete(listener)
  }

  announce(): void {
    for (const listener of this.#all) listener()
  }
}
