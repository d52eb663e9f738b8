import { setTimeout as wait } from 'node:timers/promises'
import { CallFailure } from './failures.ts'

export type RetryPolicy = {
  retries: number
  /** The delay before the first retry. It doubles for each further retry. */
  firstDelayMs: number
  /** Prints a message before each delay. */
  note: (text: string) => void
}

const MAX_DELAY_MS = 30_000
/** A longer Retry-After ends the retries: a build should fail rather than wait. */
const MAX_RETRY_AFTER_MS = 300_000

/** Repeats a call until it succeeds, fails for good, or uses up its retries. Throws the last CallFailure. */
export async function withRetries<T>(
  call: (attempt: number) => Promise<T>,
  policy: RetryPolicy,
  isRetryable: (failure: CallFailure) => boolean = (failure) => isNotStarted(failure) || isOutcomeUnknown(failure),
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call(attempt)
    } catch (error) {
      const mayRetry =
        error instanceof CallFailure && attempt <= policy.retries && isWaitAcceptable(error) && isRetryable(error)
      if (!mayRetry) throw error
      const delayMs = delayBefore(attempt, error.retryAfterSeconds, policy.firstDelayMs)
      policy.note(`${error.message}; retry ${attempt} of ${policy.retries} in ${(delayMs / 1000).toFixed(2)} s`)
      await wait(delayMs)
    }
  }
}

const CONNECT_ERRORS = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])
const CONNECTION_LOST =
  /^(ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|TimeoutError|HPE_INVALID_EOF_STATE|ERR_STREAM_PREMATURE_CLOSE|UND_ERR_SOCKET|UND_ERR_\w+_TIMEOUT)$/

/** Whether the server cannot have started the work. Then a retry is safe even if the call is not idempotent. */
export function isNotStarted({ status, code = '' }: CallFailure): boolean {
  return status === 429 || status === 503 || CONNECT_ERRORS.has(code)
}

/** Whether the server may have done the work: the connection was lost, or a gateway timed out. */
export function isOutcomeUnknown({ status, code = '' }: CallFailure): boolean {
  return status === 502 || status === 504 || (!CONNECT_ERRORS.has(code) && CONNECTION_LOST.test(code))
}

function isWaitAcceptable({ retryAfterSeconds = 0 }: CallFailure): boolean {
  return retryAfterSeconds * 1000 <= MAX_RETRY_AFTER_MS
}

/** Exponential back-off with jitter, to spread clients that failed together. Retry-After is the minimum. */
function delayBefore(attempt: number, retryAfterSeconds: number | undefined, firstDelayMs: number): number {
  const longest = Math.min(firstDelayMs * 2 ** (attempt - 1), MAX_DELAY_MS)
  return (retryAfterSeconds ?? 0) * 1000 + longest * (0.5 + Math.random() / 2)
}
