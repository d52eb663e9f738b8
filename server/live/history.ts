import { randomUUID } from 'node:crypto'
import { LIVE_RESULTS_MAX } from '#shared/live/live.ts'

const KEPT = 200

/** The ids of the messages of one process: a number that grows, behind a name that no other process has. */
export class MessageIds {
  readonly #process = randomUUID()
  #last = 0

  next(): number {
    return ++this.#last
  }

  write(number: number): string {
    return `${this.#process}.${number}`
  }

  /** The number in an id, or null when another process has made it. */
  read(id: string): number | null {
    const [process, number = ''] = id.split('.')
    return process === this.#process && /^\d+$/.test(number) ? Number(number) : null
  }
}

type Entry = { number: number; ids: string[] | null }

/** What has changed of late, for those who lost their connection: ids only, since all is read anew when it is told. */
export class History {
  /** Whoever has seen this number, or a later one, can be told what came afterwards. */
  #from: number
  #entries: Entry[] = []

  /** `from` must be a new number: what happened before it is not known here. */
  constructor(from: number) {
    this.#from = from
  }

  /** The number that somebody has seen who has missed nothing. */
  get last(): number {
    return this.#entries.at(-1)?.number ?? this.#from
  }

  add(number: number, ids: string[] | null): void {
    this.#entries.push({ number, ids })
    if (this.#entries.length > KEPT) this.#from = this.#entries.shift()?.number ?? this.#from
  }

  /** What has changed after a number, each id once; null when that is too much or not known any more, undefined for nothing. */
  since(seen: number | null): string[] | null | undefined {
    if (seen === null || seen < this.#from) return null
    const missed = this.#entries.filter(({ number }) => number > seen)
    if (missed.length === 0) return undefined
    const ids = new Set<string>()
    for (const entry of missed) {
      if (entry.ids === null) return null
      for (const id of entry.ids) ids.add(id)
    }
    return ids.size > LIVE_RESULTS_MAX ? null : [...ids]
  }
}
