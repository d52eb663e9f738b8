import { EXIT, type ExitCode } from './exit-codes.ts'
import { connectionProblem } from './system-errors.ts'

export class Failure extends Error {
  readonly exitCode: ExitCode
  readonly details: Record<string, unknown>

  constructor(exitCode: ExitCode, message: string, details: Record<string, unknown> = {}) {
    super(message)
    this.exitCode = exitCode
    this.details = details
  }
}

export function usageFailure(message: string, details?: Record<string, unknown>): Failure {
  return new Failure(EXIT.usage, message, details)
}

type FailureFields = { status?: number | undefined; code?: string | undefined; retryAfterSeconds?: number | undefined }

export class CallFailure extends Error {
  readonly status: number | undefined
  /** The error code of the system, for example ECONNRESET. */
  readonly code: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(message: string, { status, code, retryAfterSeconds }: FailureFields) {
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

/** Converts a network error of node:http or fetch. A port that fetch always blocks is a usage error. */
export function connectionFailure(error: unknown): CallFailure | Failure {
  const root = rootCause(error)
  if (root.message === 'bad port')
    return usageFailure('the port in the address of the server is reserved for another protocol. Use another port')
  const code = typeof root.code === 'string' ? root.code : root.name
  return new CallFailure(connectionProblem(root), { code })
}

/** fetch wraps the network error as `cause`. An AggregateError holds one error per address tried. */
function rootCause(error: unknown): NodeJS.ErrnoException {
  if (error instanceof AggregateError && error.errors.length > 0) return rootCause(error.errors[0])
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error ? rootCause(cause) : (error as NodeJS.ErrnoException)
}

/** Parses a Retry-After header: a number of seconds or a date. */
export function retryAfterSeconds(header: string | null | undefined, now = Date.now()): number | undefined {
  if (header == null || header === '') return undefined
  if (/^\d+$/.test(header)) return Number(header)
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, (date - now) / 1000)
}
