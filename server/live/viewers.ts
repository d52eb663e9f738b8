import type { Person } from '#shared/users/user.ts'

/** Identifies this process among the ids of peers. */
const LOCAL = 'local'

type View = { server: string; testRunId: string; viewer: Person; count: number }

export class Viewers {
  /** Called when a viewer opens the first stream of a run on this server, and closes the last. */
  onLocalChange = (_testRunId: string, _viewer: Person, _isViewing: boolean) => {}
  readonly #onChange: (testRunId: string) => void
  /** By run, then by server and user. */
  readonly #views = new Map<string, Map<string, View>>()

  constructor(onChange: (testRunId: string) => void) {
    this.#onChange = onChange
  }

  /** Returns a function that ends this view. Call it once. */
  enter(testRunId: string, viewer: Person): () => void {
    const view = this.#views.get(testRunId)?.get(keyOf(LOCAL, viewer)) ?? this.#add(LOCAL, testRunId, viewer)
    if (++view.count === 1) this.onLocalChange(testRunId, viewer, true)
    return () => {
      if (--view.count > 0) return
      this.#remove(view)
      this.onLocalChange(testRunId, viewer, false)
    }
  }

  of(testRunId: string): Person[] {
    const views = [...(this.#views.get(testRunId)?.values() ?? [])]
    const people = new Map(views.map(({ viewer }) => [viewer.id, viewer]))
    return [...people.values()].toSorted((a, b) => a.name.localeCompare(b.name) || a.id.localeCompare(b.id))
  }

  local(): View[] {
    return this.#all().filter(({ server }) => server === LOCAL)
  }

  setRemote(server: string, testRunId: string, viewer: Person, isViewing: boolean): void {
    const known = this.#views.get(testRunId)?.get(keyOf(server, viewer))
    if (isViewing && !known) this.#add(server, testRunId, viewer)
    if (!isViewing && known) this.#remove(known)
  }

  clearRemote(server?: string): void {
    for (const view of this.#all())
      if (view.server !== LOCAL && view.server === (server ?? view.server)) this.#remove(view)
  }

  #all(): View[] {
    return [...this.#views.values()].flatMap((views) => [...views.values()])
  }

  #add(server: string, testRunId: string, viewer: Person): View {
    const view = { server, testRunId, viewer, count: 0 }
    const views = this.#views.get(testRunId) ?? new Map<string, View>()
    this.#views.set(testRunId, views.set(keyOf(server, viewer), view))
    this.#onChange(testRunId)
    return view
  }

  #remove({ server, testRunId, viewer }: View): void {
    const views = this.#views.get(testRunId)
    views?.delete(keyOf(server, viewer))
    if (views?.size === 0) this.#views.delete(testRunId)
    this.#onChange(testRunId)
  }
}

const keyOf = (server: string, { id }: Person) => `${server} ${id}`
