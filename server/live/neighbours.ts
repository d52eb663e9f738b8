import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Person } from '#shared/users/user.ts'
import { Joiner } from './joiner.ts'
import type { Live } from './live.ts'
import { splitViewers, type Word } from './payloads.ts'

/** How often a server gives a sign of life, and after how much silence it is taken for gone; in milliseconds. */
export type SignTimes = { signMs: number; silenceMs: number }

export const SIGN_TIMES: SignTimes = { signMs: 5_000, silenceMs: 15_000 }

const PACE = { soonMs: 50, spacingMs: 1_000 }

type Options = { live: Live; say: (words: Word[]) => Promise<unknown>; times: SignTimes }

/**
 * What servers know of each other: who watches through them, and whether they live. One that dies may not have told
 * all that it had committed: then all is looked at anew.
 */
export class Neighbours {
  readonly #id = randomUUID()
  readonly #live: Live
  readonly #log: Logger
  readonly #say: (words: Word[]) => Promise<unknown>
  readonly #times: SignTimes
  readonly #joiner = new Joiner(() => this.#tell(), PACE)
  readonly #alive = new Map<string, NodeJS.Timeout>()
  #signs: NodeJS.Timeout | undefined
  /** In how many parts the viewers were told last. */
  #parts = 0

  /** `say` must not throw. */
  constructor({ live, say, times }: Options) {
    this.#live = live
    this.#log = live.log
    this.#say = say
    this.#times = times
  }

  async start(): Promise<void> {
    this.#live.viewers.onChangeHere = () => this.#joiner.ask()
    this.#signs = setInterval(() => this.#joiner.ask(), this.#times.signMs).unref()
    await this.greet()
  }

  /** Asks all others to tell, as one does who may have missed something. */
  async greet(): Promise<void> {
    await this.#say([{ kind: 'hello', server: this.#id }])
    this.#joiner.ask()
  }

  hear(word: Word): void {
    if (word.server === this.#id) return
    clearTimeout(this.#alive.get(word.server))
    if (word.kind === 'goodbye') return void this.#alive.delete(word.server)
    this.#alive.set(word.server, setTimeout(() => this.#miss(word.server), this.#times.silenceMs).unref())
    if (word.kind === 'hello') this.#joiner.ask()
    else this.#live.viewers.setElsewhere(`${word.server} ${word.part}`, byRun(word.viewers), this.#times.silenceMs)
  }

  /** Takes the viewers back, and leaves. */
  async close(): Promise<void> {
    clearInterval(this.#signs)
    for (const silence of this.#alive.values()) clearTimeout(silence)
    this.#joiner.close()
    await this.#joiner.settled
    await this.#say([...this.#viewersIn([]), { kind: 'goodbye', server: this.#id }])
  }

  async #tell(): Promise<void> {
    const parts = splitViewers(this.#live.viewers.toTell())
    await this.#say(this.#viewersIn(parts))
    this.#parts = parts.length
  }

  /** Also a part that has become empty is told, and one at least, as a sign of life. */
  #viewersIn(parts: ReturnType<typeof splitViewers>): Word[] {
    const length = Math.max(parts.length, this.#parts, 1)
    return Array.from({ length }, (_, part) => ({
      kind: 'viewers',
      server: this.#id,
      part,
      viewers: parts[part] ?? [],
    }))
  }

  #miss(server: string): void {
    this.#alive.delete(server)
    this.#log.warn({ server }, 'another server gives no sign of life')
    this.#live.bus.lost()
  }
}

function byRun(viewers: [testRunId: string, viewer: Person][]): Record<string, Person[]> {
  const people = new Map<string, Person[]>()
  for (const [testRunId, viewer] of viewers) people.set(testRunId, [...(people.get(testRunId) ?? []), viewer])
  return Object.fromEntries(people)
}
