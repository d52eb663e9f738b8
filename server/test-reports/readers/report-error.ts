import { DomainError } from '#shared/errors.ts'

export function badLine(line: number, message: string): DomainError {
  return new DomainError('BAD_REQUEST', `${message} (line ${line})`, { issues: [{ path: ['report', line], message }] })
}

export function truncated(line: number, reason: string): DomainError {
  const message = `The report is truncated at line ${line}: ${reason}`
  return new DomainError('BAD_REQUEST', message, { issues: [{ path: ['report', line], message }] })
}

export function noReport(message: string): DomainError {
  return new DomainError('BAD_REQUEST', message, { issues: [{ path: ['report'], message }] })
}
