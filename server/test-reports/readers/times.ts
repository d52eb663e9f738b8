const DATE_TIME = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d)?(?:[.,](\d{1,9}))?\s*(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?$/i

/** RFC 1123, as in HTTP: `Sun, 06 Nov 1994 08:49:37 GMT`. */
const HTTP_TIME =
  /^(?:[a-z]{3,9}, )?(\d{1,2}) (jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* (\d{4}) (\d\d:\d\d:\d\d)(?: (?:GMT|UTC|Z|([+-]\d{4})))?$/i
const MONTHS = 'janfebmaraprmayjunjulaugsepoctnovdec'

/** Smaller epoch numbers are seconds; as milliseconds they would be before 1973. */
const SECONDS_BELOW = 100_000_000_000

/**
 * Reads a time: ISO 8601 with or without zone (default UTC), with T or a space, RFC 1123, or seconds or milliseconds since 1970.
 * Returns ISO 8601 in UTC with milliseconds, null for none or 0, undefined for unreadable input.
 */
export function readMoment(given: unknown): string | null | undefined {
  if (given === undefined || given === null || given === '' || given === 0) return null
  if (typeof given === 'number') return isoOf(Math.round(given < SECONDS_BELOW ? given * 1000 : given))
  if (typeof given !== 'string') return undefined
  const text = given.trim()
  if (/^\d{1,15}(\.\d+)?$/.test(text)) return readMoment(Number(text))
  const match = DATE_TIME.exec(text)
  if (!match) return readHttpTime(text)
  const [, date, minutes, seconds = ':00', fraction = '', zone = 'Z'] = match
  const millis = fraction.padEnd(3, '0').slice(0, 3)
  return isoOf(Date.parse(`${date}T${minutes}${seconds}.${millis}${isoZone(zone)}`))
}

function readHttpTime(text: string): string | undefined {
  const [, day = '', month = '', year, time, zone = '+0000'] = HTTP_TIME.exec(text) ?? []
  if (time === undefined) return undefined
  const number = MONTHS.indexOf(month.toLowerCase()) / 3 + 1
  return isoOf(Date.parse(`${year}-${twoDigits(number)}-${day.padStart(2, '0')}T${time}${isoZone(zone)}`))
}

const twoDigits = (number: number) => String(number).padStart(2, '0')

function isoZone(zone: string): string {
  if (/^[a-z]/i.test(zone)) return 'Z'
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0')
  return `${zone[0]}${digits.slice(0, 2)}:${digits.slice(2)}`
}

const YEAR_10000 = 253_402_300_800_000

function isoOf(ms: number): string | undefined {
  return ms >= 0 && ms < YEAR_10000 ? new Date(ms).toISOString() : undefined
}

/** Converts seconds as text ("1,234.567", "0,005") to milliseconds; null when missing, negative or not a number. */
export function readSeconds(given: string | undefined): number | null {
  // No thousands begin with 0: this comma is a decimal one, of a writer in a German or French locale.
  const trimmed = (given?.trim() ?? '').replace(/^0,(?=\d+$)/, '0.')
  const text = trimmed.includes(',') ? trimmed.replaceAll(/,(?=\d{3}(\D|$))/g, '') : trimmed
  return /^\d+(\.\d*)?([eE][+-]?\d+)?$|^\.\d+$/.test(text) ? readMilliseconds(Number(text) * 1000) : null
}

/** Rounds milliseconds to the microsecond; null when missing, negative or not a number. */
export function readMilliseconds(given: unknown): number | null {
  if (typeof given !== 'number' || !Number.isFinite(given) || given < 0) return null
  return Math.round(given * 1000) / 1000
}

const CLOCK = /^(?:(\d{1,6})\.)?(\d{1,4}):(\d{1,2}):(\d{1,2}(?:[.,]\d{1,9})?)$/

/** Converts a clock such as 00:01:02.5, with days before a dot, to milliseconds; null when it cannot be read. */
export function readClock(given: string | undefined): number | null {
  const [whole, days = '0', hours, minutes, seconds = ''] = CLOCK.exec(given?.trim() ?? '') ?? []
  if (whole === undefined) return null
  const inMinutes = (Number(days) * 24 + Number(hours)) * 60 + Number(minutes)
  return readMilliseconds((inMinutes * 60 + Number(seconds.replace(',', '.'))) * 1000)
}
