import { EXIT, type ExitCode } from './exit-codes.ts'

/** An end that was foreseen: a sentence for people, an exit code, and what `--json` shows beside them. */
export class Failure extends Error {
  readonly exitCode: ExitCode
  readonly details: Record<string, unknown>

  constructor(exitCode: ExitCode, message: string, details: Record<string, unknown> = {}) {
    super(message)
    this.exitCode = exitCode
    this.details = details
  }
}

/** Wrong usage, configuration or input. */
export function usageFailure(message: string, details?: Record<string, unknown>): Failure {
  return new Failure(EXIT.usage, message, details)
}

type Circumstances = { status?: number | undefined; code?: string | undefined; retryAfterSeconds?: number | undefined }

/** One attempt of a call that brought no answer of success. */
export class CallFailure extends Error {
  /** The HTTP status, when there was an answer at all. */
  readonly status: number | undefined
  /** What the system calls the trouble on the way, for example ECONNRESET. */
  readonly code: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(message: string, { status, code, retryAfterSeconds }: Circumstances) {
    super(message)
    this.status = status
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }

  get exitCode(): ExitCode {
    return this.status !== undefined && this.status >= 400 && this.status < 500 && this.status !== 429
      ? EXIT.refused
      : EXIT.unreachable
  }
}

/** Trouble on the way, as node:http and fetch report it. */
export function connectionFailure(error: unknown): CallFailure {
  const root = rootCause(error)
  const code = typeof root.code === 'string' ? root.code : root.name
  return new CallFailure(root.message || code, { code })
}

/** Under "fetch failed" lies what failed; under an AggregateError, the tries of each address. */
function rootCause(error: unknown): NodeJS.ErrnoException {
  if (error instanceof AggregateError && error.errors.length > 0) return rootCause(error.errors[0])
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error ? rootCause(cause) : (error as NodeJS.ErrnoException)
}

/** The seconds of a Retry-After header, which are a number or a date. */
export function retryAfterSeconds(header: string | null | undefined, now = Date.now()): number | undefined {
  if (header == null || header === '') return undefined
  if (/^\d+$/.test(header)) return Number(header)
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, (date - now) / 1000)
}
