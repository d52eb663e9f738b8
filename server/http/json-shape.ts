import { DomainError } from '#shared/errors.ts'
import { slices } from '../limits/give-way.ts'

/*
 * The outline of a JSON text, found before it is parsed: a megabyte takes some 3 ms. The limits refuse bodies
 * that are small to send but large in memory: an empty object takes 56 bytes there. Every valid input is below them: a
 * value of 100,000 characters has at most 50,000 entries, a bulk call at most 5,000 × 100 steps.
 */

const DEPTH_MAX = 1000
const ENTRIES_MAX = 50_000
const CONTAINERS_MAX = 600_000
const VALUES_MAX = 2_000_000

/** A text up to this length, and a list or an object, is parsed in one go: at most 5 ms even when it is hostile. */
export const PIECE = 32 * 1024
const SCANNED_AT_ONCE = 256 * 1024

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c] as const
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d] as const

/** Where each list and object that is larger than a piece begins and ends. */
export type Outline = Map<number, number>

/** Throws BAD_REQUEST for a text over a limit. Undefined when something is left open. Otherwise malformed text passes. */
export async function outlineOf(bytes: Buffer): Promise<Outline | undefined> {
  const outline = new Outliner(bytes)
  const step = slices()
  for (let end = SCANNED_AT_ONCE; end < bytes.length; end += SCANNED_AT_ONCE) {
    outline.readTo(end)
    await step()
  }
  outline.readTo(bytes.length)
  return outline.isClosed ? outline.large : undefined
}

class Outliner {
  readonly large: Outline = new Map()
  readonly #bytes: Buffer
  readonly #starts = new Int32Array(DEPTH_MAX + 1)
  readonly #entries = new Int32Array(DEPTH_MAX + 1)
  #at = 0
  #depth = 0
  #isInText = false
  #containers = 0
  #values = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get isClosed(): boolean {
    return this.#depth === 0 && !this.#isInText
  }

  readTo(end: number): void {
    const bytes = this.#bytes
    let [at, isInText] = [this.#at, this.#isInText]
    for (; at < end; at++) {
      const byte = bytes[at]
      if (isInText) {
        if (byte === BACKSLASH) at++
        else if (byte === QUOTE) isInText = false
      } else if (byte === QUOTE) isInText = true
      else if (byte === COMMA) this.#countEntry()
      else if (byte === OPEN_LIST || byte === OPEN_OBJECT) this.#open(at)
      else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) this.#close(at)
    }
    this.#at = at
    this.#isInText = isInText
  }

  #countEntry(): void {
    const entries = (this.#entries[this.#depth] ?? 0) + 1
    if (entries >= ENTRIES_MAX) throw refused(`A list or an object of the body has more than ${ENTRIES_MAX} entries`)
    this.#entries[this.#depth] = entries
    if (++this.#values > VALUES_MAX) throw refused(`The body has more than ${VALUES_MAX} values`)
  }

  #open(at: number): void {
    if (++this.#depth > DEPTH_MAX) throw refused(`The body is nested deeper than ${DEPTH_MAX} levels`)
    if (++this.#containers > CONTAINERS_MAX) throw refused(`The body has more than ${CONTAINERS_MAX} lists and objects`)
    this.#starts[this.#depth] = at
    this.#entries[this.#depth] = 0
  }

  #close(at: number): void {
    if (this.#depth === 0) return
    const start = this.#starts[this.#depth--] as number
    if (at - start > PIECE) this.large.set(start, at)
  }
}

const refused = (message: string) => new DomainError('BAD_REQUEST', message)
