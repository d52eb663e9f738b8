import { setTimeout as wait } from 'node:timers/promises'
import { CallFailure } from './failures.ts'

export type RetryPolicy = {
  retries: number
  /** The wait before the first retry; each further one is twice as long. */
  firstDelayMs: number
  /** Told of each wait before it begins. */
  note: (text: string) => void
}

const LONGEST_DELAY_MS = 30_000
/** A server that asks for more patience is told to the caller instead. */
const LONGEST_RETRY_AFTER_MS = 300_000

/** Calls until there is an answer or a failure that another try would not cure. Throws the last CallFailure. */
export async function withRetries<T>(
  call: (attempt: number) => Promise<T>,
  policy: RetryPolicy,
  isCurable: (failure: CallFailure) => boolean = (failure) => isUnbegun(failure) || isLost(failure),
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call(attempt)
    } catch (error) {
      const mayRetry = error instanceof CallFailure && attempt <= policy.retries && isPatient(error) && isCurable(error)
      if (!mayRetry) throw error
      const delayMs = delayBefore(attempt, error.retryAfterSeconds, policy.firstDelayMs)
      policy.note(`${error.message}; retry ${attempt} of ${policy.retries} in ${(delayMs / 1000).toFixed(2)} s`)
      await wait(delayMs)
    }
  }
}

const NOT_REACHED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])
const BROKEN =
  /^(ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|TimeoutError|HPE_INVALID_EOF_STATE|ERR_STREAM_PREMATURE_CLOSE|UND_ERR_SOCKET|UND_ERR_\w+_TIMEOUT)$/

/** Whether the server cannot have begun what it was asked: then even what may not be done twice may be tried again. */
export function isUnbegun({ status, code = '' }: CallFailure): boolean {
  return status === 429 || status === 503 || NOT_REACHED.has(code)
}

/** Whether nobody knows if the server did what it was asked: the connection broke, or a gateway before it gave up. */
export function isLost({ status, code = '' }: CallFailure): boolean {
  return status === 502 || status === 504 || (!NOT_REACHED.has(code) && BROKEN.test(code))
}

function isPatient({ retryAfterSeconds = 0 }: CallFailure): boolean {
  return retryAfterSeconds * 1000 <= LONGEST_RETRY_AFTER_MS
}

/** Exponential, with jitter, so that many harnesses do not come back at once; never sooner than the server asks. */
function delayBefore(attempt: number, retryAfterSeconds: number | undefined, firstDelayMs: number): number {
  const longest = Math.min(firstDelayMs * 2 ** (attempt - 1), LONGEST_DELAY_MS)
  return (retryAfterSeconds ?? 0) * 1000 + longest * (0.5 + Math.random() / 2)
}
