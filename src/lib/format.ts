/* Dates as people read them; the language of the app is English. */

const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })
const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' })
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const whole = new Intl.NumberFormat('en')

const UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** 'Jan 31, 2026' */
export const formatDate = (iso: string) => day.format(new Date(iso))

/** 'Jan 31, 2026, 12:00' */
export const formatDateTime = (iso: string) => moment.format(new Date(iso))

/** '3 hours ago' */
export function formatRelative(iso: string, now = Date.now()): string {
  const seconds = (Date.parse(iso) - now) / 1_000
  const unit = UNITS.find(([, size]) => Math.abs(seconds) >= size)
  return unit ? relative.format(Math.round(seconds / unit[1]), unit[0]) : 'just now'
}

/** '12,345' */
export const formatNumber = (value: number) => whole.format(value)

/** '1 suite', '2 suites' */
export const formatCount = (count: number, noun: string) => `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`
