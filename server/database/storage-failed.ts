import { DomainError } from '#shared/errors.ts'

const RETRY_AFTER_SECONDS = 30

const DAMAGED = 'The database is damaged'
const READ_ONLY = 'The database is read-only'
const LOCKED = 'Another program has locked the database'

/** Codes of SQLite, PostgreSQL and Node for failing storage, with the message for callers. */
const PROBLEMS: [codes: RegExp, message: string][] = [
  [/^(SQLITE_FULL|53100|ENOSPC|EDQUOT)$/, 'The disk is full'],
  [/^(SQLITE_CORRUPT\w*|SQLITE_NOTADB|XX00[12])$/, DAMAGED],
  [/^SQLITE_BUSY\w*$/, LOCKED],
  [/^(EMFILE|ENFILE)$/, 'The server has too many files open'],
  [/^25006$/, READ_ONLY],
  [/^SQLITE_READONLY_DBMOVED$/, 'The database file was removed or replaced'],
  [/^(SQLITE_(IOERR|CANTOPEN)\w*|SQLITE_READONLY_\w+|58030)$/, 'The disk of the database fails'],
]

/** A failed sync may have written all or nothing, and must not be repeated. */
const UNKNOWN_OUTCOME = 'SQLITE_IOERR_FSYNC'

/**
 * The storage under the database failed. SERVICE_UNAVAILABLE: nothing was stored. BAD_GATEWAY: a sync failed, so the
 * outcome is unknown.
 */
export class StorageFailed extends DomainError {
  readonly isDamage: boolean
  readonly isLock: boolean
  readonly isReadOnly: boolean

  constructor(message: string, cause?: unknown) {
    if (codeOf(cause) === UNKNOWN_OUTCOME)
      super('BAD_GATEWAY', 'The disk failed, and it is not known whether this was done')
    else super('SERVICE_UNAVAILABLE', message, { retryAfterSeconds: RETRY_AFTER_SECONDS })
    this.cause = cause
    this.isDamage = message === DAMAGED
    this.isLock = message === LOCKED
    this.isReadOnly = message === READ_ONLY
  }
}

/** Converts storage errors of SQLite, PostgreSQL or Node to StorageFailed. Returns other errors unchanged. */
export function asStorageFailure(error: unknown): unknown {
  const code = codeOf(error)
  const message = code === undefined ? undefined : PROBLEMS.find(([codes]) => codes.test(code))?.[1]
  return message === undefined ? error : new StorageFailed(message, error)
}

function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null | undefined)?.code
  return typeof code === 'string' ? code : undefined
}
