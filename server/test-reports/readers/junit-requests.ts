import { TRACE_MAX } from '#shared/limits.ts'
import { firstLine } from './clean-text.ts'
import { singleTest } from './executions.ts'
import { NOT_KEPT } from './ignored.ts'
import { readCount } from './junit-counts.ts'
import type { TidySink } from './tidy-sink.ts'
import type { XmlAttributes } from './xml-parser.ts'

const HOPPSCOTCH_ERROR = /^(?:REQUEST|TEST_SCRIPT|PRE_REQUEST_SCRIPT|PARSING|SYNTAX|UNKNOWN)_ERROR\b/
/** Newman names its suites by UUID. */
const NEWMAN_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * The `system-err` of a suite. Newman and Hoppscotch write a request without a response only there: it becomes a test.
 * Newman counts it as an error of the suite, Hoppscotch does not.
 */
export function requestErrors(attributes: XmlAttributes) {
  let missing = NEWMAN_ID.test(attributes['id'] ?? '') ? (readCount(attributes['errors']) ?? 0) : 0
  let text = ''
  return {
    add(piece: string) {
      if (text.length < TRACE_MAX) text += piece
    },
    /** Call it for each error of a test case: the suite counts it, too, but it needs no test of its own. */
    foundError() {
      missing -= 1
    },
    /** Returns how many errors of the suite it stands for. */
    report(sink: TidySink, suite: string[], startedAt: string | null): number {
      const trace = text.trim()
      if (trace === '') return 0
      if (missing <= 0 && !HOPPSCOTCH_ERROR.test(trace)) {
        sink.ignore('system-err', NOT_KEPT.output)
        return 0
      }
      const message = firstLine(trace.replace(/^Iteration: \d+\n/, ''))
      sink.test(singleTest(suite, 'Request', { status: 'error', message, trace, startedAt }))
      return Math.max(missing, 1)
    },
  }
}
