import { formatDuration } from '#shared/format.ts'

export { formatCount, formatDuration, formatNumber, formatShare } from '#shared/format.ts'

const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })
const dayOfYear = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric' })
const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' })
const momentOfYear = new Intl.DateTimeFormat('en', {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const second = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' })
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

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

/** 'Jan 31', and 'Jan 31, 2025' in another year. */
export function formatDay(iso: string, now = new Date()): string {
  const date = new Date(iso)
  return date.getFullYear() === now.getFullYear() ? dayOfYear.format(date) : day.format(date)
}

/** 'Jan 31, 12:00', and 'Jan 31, 2025, 12:00' in another year. */
export function formatDayTime(iso: string, now = new Date()): string {
  const date = new Date(iso)
  return date.getFullYear() === now.getFullYear() ? momentOfYear.format(date) : moment.format(date)
}

/** 'Jan 31, 2026, 12:00' */
export const formatDateTime = (iso: string) => moment.format(new Date(iso))

/** 'Jan 31, 2026, 12:00:05' */
export const formatToSecond = (iso: string) => second.format(new Date(iso))

/** '3 hours ago' */
export function formatRelative(iso: string, now = Date.now()): string {
  const seconds = (Date.parse(iso) - now) / 1_000
  const unit = UNITS.find(([, size]) => Math.abs(seconds) >= size)
  return unit ? relative.format(Math.round(seconds / unit[1]), unit[0]) : 'just now'
}

/** '850 ms', '1.2 s', '75 s', '12 min', '2 h': for narrow columns. */
export function formatShortDuration(ms: number): string {
  const seconds = ms / 1_000
  if (seconds < 59.95) return formatDuration(ms)
  if (seconds < 99.5) return `${Math.round(seconds)} s`
  return seconds < 5_970 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`
}

export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`
  return bytes < 999_500 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
