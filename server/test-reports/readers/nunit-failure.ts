import { failureTexts, type Parts, textAt, type XmlNode } from './xml-node.ts'

/** The elements of a failure, in all versions of NUnit. */
export const FAILURE: Parts = { message: 'kept', 'stack-trace': 'kept' }

/** Message and trace of a failure; without one, the reason why a test did not run. */
export function failureOf(failure: XmlNode | undefined, reason: string | null = null) {
  return failureTexts(textAt(failure, 'message') ?? reason, textAt(failure, 'stack-trace'))
}
