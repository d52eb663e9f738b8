import { DomainError } from '#shared/errors.ts'

const RETRY_AFTER_SECONDS = 1

/** Node's codes of connections that cannot be made or break, and PostgreSQL's of a server that ends, starts or is full. */
const CODES =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|08\w{3}|57P0[123]|53300)$/

/** The driver's own errors of a connection that is gone have no code. */
const MESSAGES = /^(Connection terminated|Client has encountered a connection error|Client was closed)/

/**
 * The database went away. SERVICE_UNAVAILABLE: nothing was done, so that it may be asked again. BAD_GATEWAY: it
 * went away while it was committing, and nobody knows whether it did.
 */
export class DatabaseLost extends DomainError {
  constructor(cause: unknown, { isInDoubt = false } = {}) {
    if (isInDoubt) super('BAD_GATEWAY', 'The database went away, and it is not known whether this was done')
    else super('SERVICE_UNAVAILABLE', 'The database does not answer', { retryAfterSeconds: RETRY_AFTER_SECONDS })
    this.cause = cause
  }
}

/** Whether a query failed because its connection did. */
export function isLostConnection(error: unknown): error is Error {
  const { code, message } = error as Error & { code?: string }
  return CODES.test(code ?? '') || MESSAGES.test(message)
}
