import type { EmbeddedSink } from '../reported-test.ts'
import { badLine } from './report-error.ts'

const [QUOTE, BACKSLASH, LINE_FEED, SPACE, COLON, U] = [0x22, 0x5c, 0x0a, 0x20, 0x3a, 0x75]
const [BRACE, BRACKET, END_BRACE, END_BRACKET] = [0x7b, 0x5b, 0x7d, 0x5d]

/** What follows the name of the member: its colon, then its value. */
type Awaited = 'nothing' | 'colon' | 'value'

/**
 * Filters the input of a JSON parser, which buffers whole values: passes the texts of members named `member` on to
 * `embedded`, with the id of the file in their place, cuts other strings longer than `stringMax` bytes, refuses deep
 * nesting and counts lines.
 */
export function jsonBytes(stringMax: number, depthMax: number, embedded: EmbeddedSink, member: string) {
  const name = Buffer.from(member)
  let line = 1
  let depth = 0
  let isInString = false
  let length = 0
  /** Bytes left of an escape sequence. */
  let escaped = 0
  let isAfterBackslash = false
  let isDropping = false
  /** Whether the open string is a file. */
  let isEmbedded = false
  let awaited: Awaited = 'nothing'
  /** The last bytes of the chunk before. */
  let before: Uint8Array = new Uint8Array()

  return {
    get line() {
      return line
    },
    write(bytes: Uint8Array): Uint8Array {
      const kept: Uint8Array[] = []
      let from = 0
      for (let at = 0; at < bytes.length; at += 1) {
        const byte = bytes[at] as number
        if (!isInString) {
          readOutside(byte)
          if (isEmbedded) {
            kept.push(bytes.subarray(from, at + 1), Buffer.from(embedded.open()))
            from = at + 1
          }
          continue
        }
        if (
          !isDropping &&
          !isEmbedded &&
          length >= stringMax &&
          escaped === 0 &&
          byte !== QUOTE &&
          !isContinuation(byte)
        ) {
          kept.push(bytes.subarray(from, at))
          isDropping = true
        }
        readInString(byte)
        if (isInString) continue
        if (isEmbedded) {
          embedded.write(bytes.subarray(from, at))
          embedded.close()
          isEmbedded = false
          from = at
        } else if (isDropping) {
          isDropping = false
          from = at
        } else if (length === name.length + 1 && isBody(bytes, at)) awaited = 'colon'
      }
      if (isEmbedded) embedded.write(bytes.subarray(from))
      else if (!isDropping) kept.push(bytes.subarray(from))
      before =
        bytes.length >= name.length ? bytes.slice(-name.length) : Buffer.concat([before, bytes]).subarray(-name.length)
      return kept.length === 1 ? (kept[0] as Uint8Array) : Buffer.concat(kept)
    },
  }

  function readOutside(byte: number) {
    if (byte === QUOTE) {
      isInString = true
      length = 0
      isEmbedded = awaited === 'value'
      awaited = 'nothing'
      return
    }
    if (awaited !== 'nothing' && byte > SPACE) awaited = awaited === 'colon' && byte === COLON ? 'value' : 'nothing'
    if (byte === LINE_FEED) line += 1
    else if (byte === BRACE || byte === BRACKET) {
      depth += 1
      if (depth > depthMax) throw badLine(line, `The report is nested deeper than ${depthMax} levels`)
    } else if (byte === END_BRACE || byte === END_BRACKET) depth -= 1
  }

  function readInString(byte: number) {
    length += 1
    if (escaped > 0) escaped = escaped === 1 && byte === U && isAfterBackslash ? 4 : escaped - 1
    else if (byte === QUOTE) isInString = false
    else if (byte === BACKSLASH) escaped = 1
    isAfterBackslash = byte === BACKSLASH && escaped === 1
  }

  /** Whether the string that ends before `end` is the name of the member. It may have begun in the chunk before. */
  function isBody(bytes: Uint8Array, end: number): boolean {
    const whole =
      end >= name.length ? bytes.subarray(end - name.length, end) : Buffer.concat([before, bytes.subarray(0, end)])
    return name.equals(whole.subarray(-name.length))
  }
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80
}
