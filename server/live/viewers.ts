import type { Person } from '#shared/users/user.ts'

type Viewing = { person: Person; streams: number }
type Elsewhere = { viewers: Record<string, Person[]>; expire: NodeJS.Timeout }

/** Who has which run open: through this server, and as far as other servers have told, through them. */
export class Viewers {
  /** Hears when others than before look through this server, for whoever tells it to other servers. */
  onChangeHere = () => {}
  readonly #onChange: (testRunId: string) => void
  readonly #here = new Map<string, Map<string, Viewing>>()
  readonly #elsewhere = new Map<string, Elsewhere>()

  constructor(onChange: (testRunId: string) => void) {
    this.#onChange = onChange
  }

  /** The answer is to be called once, when this view of the run ends. */
  enter(testRunId: string, person: Person): () => void {
    const viewings = this.#here.get(testRunId) ?? new Map<string, Viewing>()
    this.#here.set(testRunId, viewings)
    const viewing = viewings.get(person.id) ?? { person, streams: 0 }
    viewings.set(person.id, viewing)
    if (++viewing.streams === 1) this.#changeHere(testRunId)
    return () => {
      if (--viewing.streams > 0) return
      viewings.delete(person.id)
      if (viewings.size === 0) this.#here.delete(testRunId)
      this.#changeHere(testRunId)
    }
  }

  /** Each viewer once, by name. */
  of(testRunId: string): Person[] {
    const here = Array.from(this.#here.get(testRunId)?.values() ?? [], ({ person }) => person)
    const elsewhere = Array.from(this.#elsewhere.values(), ({ viewers }) => viewers[testRunId] ?? []).flat()
    const distinct = new Map([...elsewhere, ...here].map((person) => [person.id, person]))
    return [...distinct.values()].toSorted((a, b) => a.name.localeCompare(b.name) || a.id.localeCompare(b.id))
  }

  /** The viewers of this server by run, as another server takes them. */
  toTell(): Record<string, Person[]> {
    return Object.fromEntries(
      Array.from(this.#here, ([testRunId, viewings]) => [
        testRunId,
        Array.from(viewings.values(), ({ person }) => person),
      ]),
    )
  }

  /** What another server has told; it counts until that server tells anew, or for this long. */
  setElsewhere(server: string, viewers: Record<string, Person[]>, expiresInMs: number): void {
    const { viewers: before = {}, expire: expireBefore } = this.#elsewhere.get(server) ?? {}
    clearTimeout(expireBefore)
    const expire = setTimeout(() => this.setElsewhere(server, {}, expiresInMs), expiresInMs).unref()
    if (Object.keys(viewers).length > 0) this.#elsewhere.set(server, { viewers, expire })
    else {
      clearTimeout(expire)
      this.#elsewhere.delete(server)
    }
    for (const testRunId of new Set([...Object.keys(before), ...Object.keys(viewers)]))
      if (!isSame(before[testRunId], viewers[testRunId])) this.#onChange(testRunId)
  }

  close(): void {
    for (const { expire } of this.#elsewhere.values()) clearTimeout(expire)
  }

  #changeHere(testRunId: string): void {
    this.#onChange(testRunId)
    this.onChangeHere()
  }
}

/** A server tells its viewers as a sign of life, too, however seldom they change. */
function isSame(before: Person[] | undefined, now: Person[] | undefined): boolean {
  return JSON.stringify(before) === JSON.stringify(now)
}
