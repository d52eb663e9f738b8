import { readCount } from './junit-counts.ts'
import type { Outcome } from './junit-outcomes.ts'
import type { XmlAttributes } from './xml-parser.ts'

/* Dialects of some writers. */

/** jest-junit writes the error of a file that did not load as two cases. */
export const isLoadError = ({ classname }: XmlAttributes) => classname === 'Test suite failed to run'

/** node:test gives every case this class, in older versions also those in suites. */
export function isNodeClass(suite: XmlAttributes | undefined, { classname }: XmlAttributes): boolean {
  return classname === 'test' && suite?.['disabled'] !== undefined
}

/** node-tap writes each subtest as a suite and then as a case, and counts both. */
export const isNodeTap = (root: XmlAttributes) => root['name'] === 'TAP Tests'

const TAP_DIRECTIVE = /^(?:skip|todo)$/

/** A property of a case of node-tap that says why it did not run. */
export function directiveOf(root: XmlAttributes, name: string, value: string): Outcome | undefined {
  if (!isNodeTap(root) || !TAP_DIRECTIVE.test(name)) return undefined
  return {
    element: 'skipped',
    attributes: { type: name, ...(value !== 'true' && { message: value }) },
    body: '',
    stackTrace: '',
  }
}

/** node:test ends its report with its sums, as comments. A subtest that fails by itself is only in them. */
export function failuresInComment(text: string): number | undefined {
  return readCount(/^ fail (\d+) $/.exec(text)?.[1])
}
