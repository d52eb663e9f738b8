import { DomainError } from '#shared/errors.ts'

/** A 400 about one line of the report (counted from 1). */
export function badLine(line: number, message: string): DomainError {
  return new DomainError('BAD_REQUEST', `${message} (line ${line})`, { issues: [{ path: ['report', line], message }] })
}

/** A 400 for a report that ends, or stops making sense, before it is complete. */
export function breaksOff(line: number, reason: string): DomainError {
  const message = `The report breaks off at line ${line}: ${reason}`
  return new DomainError('BAD_REQUEST', message, { issues: [{ path: ['report', line], message }] })
}

/** A 400 for what is no report of a known format. */
export function noReport(message: string): DomainError {
  return new DomainError('BAD_REQUEST', message, { issues: [{ path: ['report'], message }] })
}
