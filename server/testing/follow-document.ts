import { afterAll, afterEach } from 'vitest'
import { documentChecks } from './document-check.ts'
import { followExchanges } from './exchanges.ts'

/*
 * Checks every server test: an answer that contradicts the OpenAPI document, or an accepted request that the document
 * forbids, fails the test in which it happened. Both versions of the document are compared.
 */

const mismatches = new Set<string>()

followExchanges((exchange) => {
  for (const check of documentChecks()) for (const mismatch of check.mismatches(exchange)) mismatches.add(mismatch)
})

function failOnMismatch(): void {
  const found = [...mismatches]
  mismatches.clear()
  if (found.length > 0) throw new Error(`The OpenAPI document does not allow:\n${found.slice(0, 20).join('\n')}`)
}

afterEach(failOnMismatch)
afterAll(failOnMismatch)
