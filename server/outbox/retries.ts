const [SECOND, MINUTE, HOUR, DAY] = [1_000, 60_000, 3_600_000, 86_400_000] as const

/** The pauses between the attempts of a delivery. After the last one it has failed. */
const PAUSES = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const

/** So that deliveries that failed together are not repeated together. */
const JITTER = 0.1
const RETRY_AFTER_MAX_MS = DAY
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
  return new Date(nowMs + Math.max(jittered, retryAfterMs(retryAfter, nowMs))).toISOString()
}

/** Whether an endpoint that has failed since then is switched off. */
export function isGivenUp(failingSince: string, nowMs: number): boolean {
  return nowMs - Date.parse(failingSince) >= BAD_DAYS_MAX * DAY
}

/** Seconds or a date. */
function retryAfterMs(given: string | undefined, nowMs: number): number {
  if (given === undefined) return 0
  const ms = /^\d{1,9}$/.test(given.trim()) ? Number(given) * SECOND : Date.parse(given) - nowMs
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(0, ms), RETRY_AFTER_MAX_MS)
}
