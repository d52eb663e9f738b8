import { DomainError } from '#shared/errors.ts'
import { giveWay, slices } from '../limits/give-way.ts'
import { outlineOf, type Outline, PIECE } from './json-shape.ts'
import { parseWithNumbers, type Place, placeIn } from './number-texts.ts'

/** Shorter texts are parsed at once: they cannot be too deep, and take less than a millisecond. */
const SHORT = 2_000

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c] as const
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d] as const
const BLANKS = new Set([0x20, 0x09, 0x0a, 0x0d])
const BOM = Buffer.from([0xef, 0xbb, 0xbf])

/**
 * Parses a JSON text in UTF-8. A long one is parsed in slices: a list or an object that is too large for one is taken
 * apart. Throws BAD_REQUEST for text that is malformed or over the limits of `json-shape.ts`.
 */
export async function parseJson(given: Buffer): Promise<unknown> {
  const bytes = given.subarray(0, 3).equals(BOM) ? given.subarray(3) : given
  if (bytes.length <= SHORT) return parse(bytes.toString(), 'holder')
  await giveWay()
  const large = await outlineOf(bytes)
  if (!large) throw malformed()
  if (large.size === 0) return parse(bytes.toString(), 'holder')
  return await new Slicer(bytes, large).parse()
}

class Slicer {
  readonly #bytes: Buffer
  readonly #large: Outline
  readonly #step = slices()

  constructor(bytes: Buffer, large: Outline) {
    this.#bytes = bytes
    this.#large = large
  }

  async parse(): Promise<unknown> {
    const start = [...this.#large.keys()].reduce((first, each) => Math.min(first, each))
    const end = this.#large.get(start) as number
    if (!this.#isBlank(0, start) || !this.#isBlank(end + 1, this.#bytes.length)) throw malformed()
    return await this.#parseLarge(start, end, 'holder')
  }

  async #parseLarge(start: number, end: number, place: Place): Promise<unknown> {
    const isList = this.#bytes[start] === OPEN_LIST
    if (this.#bytes[end] !== (isList ? CLOSE_LIST : CLOSE_OBJECT)) throw malformed()
    const into: Container = isList ? [] : {}
    if (this.#isBlank(start + 1, end)) return into
    /** Where the entries begin that are not parsed yet. */
    let first = start + 1
    for (let from = first; from <= end;) {
      const { to, large } = this.#entryAt(from, end)
      if (large !== undefined) {
        if (from > first) add(into, this.#parseEntries(isList, first, from - 1, place))
        const name = this.#nameBefore(isList, from, large)
        const close = this.#large.get(large) as number
        if (!this.#isBlank(close + 1, to)) throw malformed()
        const value = await this.#parseLarge(large, close, placeIn(place, name))
        if (name === undefined) add(into, [value])
        else define(into as Record<string, unknown>, name, value)
      } else if (to - first >= PIECE || to === end) add(into, this.#parseEntries(isList, first, to, place))
      else {
        from = to + 1
        continue
      }
      await this.#step()
      from = to + 1
      first = from
    }
    return into
  }

  /** The end of the entry that begins at `from`, and where the large list or object begins that it has. */
  #entryAt(from: number, end: number): { to: number; large: number | undefined } {
    const bytes = this.#bytes
    let large: number | undefined
    let depth = 0
    let at = from
    for (; at < end; at++) {
      const byte = bytes[at]
      if (byte === COMMA && depth === 0) break
      if (byte === QUOTE) at = this.#endOfText(at)
      else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
        const close = depth === 0 ? this.#large.get(at) : undefined
        if (close === undefined) depth++
        else {
          large ??= at
          at = close
        }
      } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--
    }
    return { to: at, large }
  }

  #endOfText(start: number): number {
    let at = start + 1
    while (this.#bytes[at] !== QUOTE) at += this.#bytes[at] === BACKSLASH ? 2 : 1
    return at
  }

  #parseEntries(isList: boolean, start: number, end: number, place: Place): Container {
    if (this.#isBlank(start, end)) throw malformed()
    const text = this.#bytes.toString('utf8', start, end)
    return parse(isList ? `[${text}]` : `{${text}}`, place) as Container
  }

  /** The name of an object's entry whose value begins at `end`. Undefined in a list. */
  #nameBefore(isList: boolean, start: number, end: number): string | undefined {
    if (!isList) return Object.keys(parse(`{${this.#bytes.toString('utf8', start, end)}0}`, 'other') as object)[0]
    if (!this.#isBlank(start, end)) throw malformed()
    return undefined
  }

  #isBlank(start: number, end: number): boolean {
    for (let at = start; at < end; at++) if (!BLANKS.has(this.#bytes[at] as number)) return false
    return true
  }
}

type Container = unknown[] | Record<string, unknown>

function add(into: Container, part: Container): void {
  if (Array.isArray(into)) for (const entry of part as unknown[]) into.push(entry)
  else for (const [name, value] of Object.entries(part)) define(into, name, value)
}

/** Assigning a `__proto__` would change the prototype; `JSON.parse` makes it a field. */
function define(into: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__')
    Object.defineProperty(into, name, { value, enumerable: true, configurable: true, writable: true })
  else into[name] = value
}

function parse(text: string, place: Place): unknown {
  try {
    return parseWithNumbers(MAY_BE_HALF.test(text) ? wellFormed(text) : text, place)
  } catch {
    throw malformed()
  }
}

/** The escape of half a surrogate pair, whose other half may be missing. */
const MAY_BE_HALF = /\\u[dD][89a-fA-F]/
const ESCAPE = /\\(?:u([dD][89a-fA-F][\da-fA-F]{2})|.)/gs

/** Databases store no half of a pair, so an answer before that would differ from what is read later. */
const wellFormed = (json: string) =>
  json
    .replaceAll(ESCAPE, (escape, half?: string) => (half ? String.fromCharCode(Number.parseInt(half, 16)) : escape))
    .toWellFormed()

const malformed = () => new DomainError('BAD_REQUEST', 'The body is not valid JSON')
