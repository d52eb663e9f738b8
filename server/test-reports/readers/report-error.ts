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

const SUPPORTED =
  'JUnit XML, CTRF, Playwright JSON, Jest or Vitest JSON, TAP, TRX, Allure results, Cucumber JSON or messages, ' +
  'Robot Framework XML, NUnit XML, xUnit.net XML, go test -json, Mocha or mochawesome JSON, newman JSON, TestNG XML'

/** BAD_REQUEST that ends with what is accepted. */
export function unsupported(message: string) {
  return noReport(`${message}. Supported: ${SUPPORTED}.`)
}
