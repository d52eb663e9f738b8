import { badLine } from './report-error.ts'

const [QUOTE, BACKSLASH, LINE_FEED, U] = [0x22, 0x5c, 0x0a, 0x75]
const [BRACE, BRACKET, END_BRACE, END_BRACKET] = [0x7b, 0x5b, 0x7d, 0x5d]

/**
 * Filters the input of a JSON parser, which buffers whole values: cuts strings longer than `stringMax` bytes, such as
 * embedded attachments, refuses deep nesting and counts lines.
 */
export function jsonBytes(stringMax: number, depthMax: number) {
  let line = 1
  let depth = 0
  let isInString = false
  let length = 0
  /** Bytes left of an escape sequence. */
  let escaped = 0
  let isAfterBackslash = false
  let isDropping = false

  return {
    get line() {
      return line
    },
    /** Returns the bytes to parse. */
    write(bytes: Uint8Array): Uint8Array {
      const kept: Uint8Array[] = []
      let from = 0
      for (let at = 0; at < bytes.length; at += 1) {
        const byte = bytes[at] as number
        if (!isInString) {
          readOutside(byte)
          continue
        }
        if (!isDropping && length >= stringMax && escaped === 0 && byte !== QUOTE && !isContinuation(byte)) {
          kept.push(bytes.subarray(from, at))
          isDropping = true
        }
        readInString(byte)
        if (!isInString && isDropping) {
          isDropping = false
          from = at
        }
      }
      if (!isDropping) kept.push(bytes.subarray(from))
      return kept.length === 1 ? (kept[0] as Uint8Array) : Buffer.concat(kept)
    },
  }

  function readOutside(byte: number) {
    if (byte === QUOTE) {
      isInString = true
      length = 0
    } else if (byte === LINE_FEED) line += 1
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
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80
}
