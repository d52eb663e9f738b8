import { noReport } from './report-error.ts'

const SUPPORTED = 'JUnit XML, CTRF, Playwright JSON, Jest or Vitest JSON, TAP'

/** BAD_REQUEST that ends with what is accepted. */
export function unsupported(message: string) {
  return noReport(`${message}. Supported: ${SUPPORTED}.`)
}
