import type { SecondFactor } from './auth/factor.ts'
import type { TestResult } from './test-results/test-result.ts'

/** The error codes of the domain. They are tRPC's names, shared by REST. */
type DomainErrorCode =
  | 'BAD_REQUEST'
  | 'UNAUTHORIZED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'PRECONDITION_FAILED'
  | 'PAYLOAD_TOO_LARGE'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'TOO_MANY_REQUESTS'
  | 'BAD_GATEWAY'
  | 'SERVICE_UNAVAILABLE'

/** A problem with one input field, in zod's format. */
export type Issue = { path: (string | number)[]; message: string }

type Details = {
  issues?: Issue[]
  retryAfterSeconds?: number
  /** The current result, if the caller saw an older attempt. */
  current?: TestResult
  /** What a sign-in lacks. */
  secondFactor?: SecondFactor
  /** A code for programs, in place of the one of the status. */
  shownCode?: 'PASSWORD_NEEDED'
}

/** The only error that services throw: a code for programs, a message for users. */
export class DomainError extends Error {
  override readonly name = 'DomainError'
  readonly code: DomainErrorCode
  readonly issues: Issue[] | undefined
  readonly retryAfterSeconds: number | undefined
  readonly current: TestResult | undefined
  readonly secondFactor: SecondFactor | undefined
  readonly shownCode: Details['shownCode']

  constructor(code: DomainErrorCode, message: string, details: Details = {}) {
    super(message)
    this.code = code
    this.issues = details.issues
    this.retryAfterSeconds = details.retryAfterSeconds
    this.current = details.current
    this.secondFactor = details.secondFactor
    this.shownCode = details.shownCode
  }
}

export function invalidField(field: string | Issue['path'], message: string): DomainError {
  return new DomainError('BAD_REQUEST', message, { issues: [{ path: [field].flat(), message }] })
}

/** A 404. A record that the actor may not see answers like one that does not exist, on purpose. */
export function notFound(noun: string): DomainError {
  return new DomainError('NOT_FOUND', `${noun} not found`)
}
