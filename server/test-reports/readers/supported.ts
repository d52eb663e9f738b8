import { noReport } from './report-error.ts'

const SUPPORTED =
  'JUnit XML, CTRF, Playwright JSON, Jest or Vitest JSON, TAP, TRX, Allure results, Cucumber JSON or messages, ' +
  'Robot Framework XML, NUnit XML, xUnit.net XML, go test -json, Mocha or mochawesome JSON, newman JSON, TestNG XML'

/** BAD_REQUEST that ends with what is accepted. */
export function unsupported(message: string) {
  return noReport(`${message}. Supported: ${SUPPORTED}.`)
}
