import { canonicalDecimal } from './expected-value.ts'

/* Numbers in JSON whose digits JavaScript would lose: 1234567890123456789, 1e400. */

const LONG_NUMBER = /[[,:\s]-?(?:[\d.]{16}|[\d.]{1,15}e)/i

/** Whether a JSON list or object may have such a number. It has none without an exponent or more than 15 digits. */
export const mayBeRounded = (json: string): boolean => LONG_NUMBER.test(json)

/** Up to 15 digits are never rounded. Said first, because two canonical forms take ten times as long. */
const SHORT_NUMBER = /^-?[\d.]{1,15}(?:e[+-]?\d\d?)?$/i

/** Whether `number`, parsed from the JSON text `source`, is another number than that text says. */
export const isRounded = (number: number, source: string): boolean =>
  !SHORT_NUMBER.test(source) &&
  (!Number.isFinite(number) || canonicalDecimal(String(number)) !== canonicalDecimal(source))

/** One text for all that write the same JSON number, with all its digits. */
export function uniformNumber(source: string): string {
  const number = Number(source)
  return isRounded(number, source) ? (canonicalDecimal(source) ?? source) : String(number)
}

export type WithRaw = typeof JSON & {
  rawJSON?: (text: string) => unknown
  isRawJSON?: (value: unknown) => boolean
}

/** What JSON.stringify writes as this text. In older browsers, the number. */
export function asWritten(source: string): unknown {
  const { rawJSON } = JSON as WithRaw
  return rawJSON ? rawJSON(source) : Number(source)
}
