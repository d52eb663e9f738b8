import { DomainError } from '#shared/errors.ts'

const RETRY_AFTER_SECONDS = 1

/**
 * Node's codes for failed connections, and PostgreSQL's for a server that stops, starts or is full, and for statements that
 * it ended because of a limit of time or memory.
 */
const CODES =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|08\w{3}|57P0[123]|57014|55P03|53[23]00)$/

/** The driver's own errors for lost connections have no code. */
const MESSAGES = /^(Connection terminated|Client has encountered a connection error|Client was closed)/

/**
 * The connection to the database was lost. SERVICE_UNAVAILABLE: nothing was done, so a retry is safe. BAD_GATEWAY: it
 * was lost during the commit, so the outcome is unknown.
 */
export class DatabaseLost extends DomainError {
  constructor(cause: unknown, { isCommitUnknown = false } = {}) {
    if (isCommitUnknown) super('BAD_GATEWAY', 'The database went away, and it is not known whether this was done')
    else super('SERVICE_UNAVAILABLE', 'The database does not answer', { retryAfterSeconds: RETRY_AFTER_SECONDS })
    this.cause = cause
  }
}

export function isLostConnection(error: unknown): error is Error {
  const { code, message } = error as Error & { code?: string }
  return CODES.test(code ?? '') || MESSAGES.test(message)
}
