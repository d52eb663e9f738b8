import { DomainError } from '#shared/errors.ts'

/** BAD_REQUEST about one line of the report, counted from 1. */
export function badLine(line: number, message: string): DomainError {
  return new DomainError('BAD_REQUEST', `${message} (line ${line})`, { issues: [{ path: ['report', line], message }] })
}

/** BAD_REQUEST for a report that ends before it is complete. */
export function truncated(line: number, reason: string): DomainError {
  const message = `The report is truncated at line ${line}: ${reason}`
  return new DomainError('BAD_REQUEST', message, { issues: [{ path: ['report', line], message }] })
}

/** BAD_REQUEST for a file that is no report of a known format. */
export function noReport(message: string): DomainError {
  return new DomainError('BAD_REQUEST', message, { issues: [{ path: ['report'], message }] })
}
