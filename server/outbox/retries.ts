import { DAY_MS, HOUR_MS, MINUTE_MS, timeIn } from '../times.ts'

const SECOND_MS = 1_000

/** The pauses between the attempts of a delivery. After the last one it has failed. */
const PAUSES = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
] as const

/** So that deliveries that failed together are not repeated together. */
const JITTER = 0.1
const RETRY_AFTER_MAX_MS = DAY_MS
const BAD_DAYS_MAX = 5

/** When to try again after so many attempts; null after the last one. `random` is from 0 to 1. */
export function nextAttemptAt(
  { attempts, retryAfter }: { attempts: number; retryAfter?: string | undefined },
  nowMs: number,
  random = Math.random(),
): string | null {
  const pause = PAUSES[attempts - 1]
  if (pause === undefined) return null
  const jittered = pause * (1 + JITTER * random)
  return timeIn(Math.max(jittered, retryAfterMs(retryAfter, nowMs)), nowMs)
}

/** Whether an endpoint that has failed since then is switched off. */
export function isGivenUp(failingSince: string, nowMs: number): boolean {
  return nowMs - Date.parse(failingSince) >= BAD_DAYS_MAX * DAY_MS
}

/** Seconds or a date. */
function retryAfterMs(given: string | undefined, nowMs: number): number {
  if (given === undefined) return 0
  const ms = /^\d{1,9}$/.test(given.trim()) ? Number(given) * SECOND_MS : Date.parse(given) - nowMs
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(0, ms), RETRY_AFTER_MAX_MS)
}
