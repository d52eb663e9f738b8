/* Times as they are stored: ISO 8601 in UTC, with milliseconds, which sort as texts. */

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

export const timeIn = (ms: number, now = Date.now()) => new Date(now + ms).toISOString()

export const timeAgo = (ms: number, now = Date.now()) => timeIn(-ms, now)
