import { TokenParser, Tokenizer } from '@streamparser/json'
import type { EmbeddedSink } from '../reported-test.ts'
import { jsonBytes } from './json-bytes.ts'
import type { ReaderLimits } from './limits.ts'
import { badLine, noReport, truncated } from './report-error.ts'
import { decodeText } from './text-decoding.ts'

/** A value with its path: the keys and indexes from the root. */
export type JsonValue = { path: (string | number)[]; value: unknown }

/** Reads the values of one JSON format. `take` returns whether the value shows the report to be of this format. */
export type JsonFormat = { take(value: JsonValue): boolean; end?(): void }

/** The paths of the suites at `outermost` and in each other, as deep as the depth limit of the JSON. */
export const nestedSuites = (outermost: string) =>
  Array.from({ length: 96 }, (_, level) => outermost + '.suites.*'.repeat(level))

/** Longer strings are cut. The result is shorter than any limit on texts, even if every character is escaped. */
const STRING_MAX = 400_000

/** Characters that a token takes beside its text. */
const TOKEN_SIZE = 40

/** The size of a value is checked in this many steps. To check it at each token would take as long as parsing. */
const STEPS = 100

/** The objects and lists around a value, with those that are passed on. */
type Stack = { emit: boolean }[]

const isKept = (stack: Stack) => stack.some(({ emit }) => emit)

/**
 * Parses JSON as a stream: emits the values at `paths`, of bounded size, and keeps nothing else. The texts of members
 * named `member` are files. Throws BAD_REQUEST for invalid JSON.
 */
export function jsonParser(
  paths: string[],
  found: (value: JsonValue) => void,
  embedded: EmbeddedSink,
  limits: ReaderLimits,
  member: string,
) {
  const decoding = decodeText(false)
  const bytes = jsonBytes(STRING_MAX, limits.depth, embedded, member)
  const tokens = new TokenParser({ paths, keepStack: false })
  const tokenizer = new Tokenizer()
  let chunk: Uint8Array = new Uint8Array()
  let chunkLine = 1
  let chunkStart = 0
  let tokenStart = 0
  let refusal: unknown
  /** Characters of the value that is being kept, and of the tokens that are still to be added. */
  let held = 0
  let added = 0
  const step = limits.held / STEPS

  tokenizer.onToken = (token) => {
    tokenStart = token.offset
    added += TOKEN_SIZE + (typeof token.value === 'string' ? token.value.length : 0)
    if (added > step) addHeld()
    tokens.write(token)
  }
  tokens.onValue = ({ value, key, stack }) => {
    if (!isKept(stack)) dropHeld()
    const path = [...stack.slice(1).map((above) => above.key), key].filter((part) => part !== undefined)
    try {
      found({ path, value })
    } catch (error) {
      refusal = error
      throw error
    }
  }

  return {
    write(given: Uint8Array) {
      parse(Buffer.from(decoding.write(given)))
    },
    end() {
      parse(Buffer.from(decoding.end()))
      if (!tokens.isEnded) throw truncated(bytes.line, 'the JSON is not complete')
    },
    get hasInvalidBytes() {
      return decoding.hasInvalidBytes
    },
  }

  /** What is between the values at `paths` is not kept. */
  function addHeld() {
    if (!isKept((tokens as unknown as { stack: Stack }).stack)) return dropHeld()
    held += added
    if (held > limits.held) throw (refusal = noReport('A part of the report is too large for its format'))
    try {
      limits.shared?.hold(added)
    } catch (error) {
      throw (refusal = error)
    }
    added = 0
  }

  function dropHeld() {
    limits.shared?.hold(-held)
    held = 0
    added = 0
  }

  function parse(whole: Uint8Array) {
    chunkStart += chunk.length
    chunkLine = bytes.line
    chunk = bytes.write(whole)
    try {
      tokenizer.write(chunk)
    } catch (error) {
      throw refusal ?? badLine(lineOf(error as Error), 'The report is not valid JSON')
    }
  }

  function lineOf(error: Error): number {
    const position = /chunk position "(\d+)"/.exec(error.message)?.[1]
    const end = position === undefined ? tokenStart - chunkStart : Number(position)
    let line = chunkLine
    for (let at = 0; at < end && at < chunk.length; at += 1) if (chunk[at] === 0x0a) line += 1
    return line
  }
}
