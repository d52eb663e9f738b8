import type { DomainError } from '#shared/errors.ts'
import { noReport, unsupported } from './report-error.ts'
import type { XmlAttributes } from './xml-parser.ts'

const NUMBERS = ['tests', 'failures', 'errors', 'skipped', 'time', 'timestamp']
const OF_A_RUN = ['time', 'status', 'result', 'success', 'executed', 'classname', 'class', 'timestamp']

/** Tells reports from files with other `testcase` elements, such as the export of a test management tool. */
export function junitEvidence() {
  let hasEvidence = false
  let unknown: string | undefined
  return {
    suite(attributes: XmlAttributes) {
      hasEvidence ||= NUMBERS.some((name) => attributes[name] !== undefined)
    },
    /** `others` are its elements that JUnit does not have. Throws for a case of TestLink. */
    testcase(attributes: XmlAttributes, others: ReadonlySet<string>, hasKnown: boolean) {
      hasEvidence ||= hasKnown || OF_A_RUN.some((name) => attributes[name] !== undefined)
      if (!hasEvidence && others.has('externalid') && (others.has('steps') || others.has('execution_type')))
        throw ofTestLink()
      unknown ??= [...others][0]
    },
    /** Throws BAD_REQUEST for a file whose cases have other content and no results. */
    end() {
      if (hasEvidence || unknown === undefined) return
      const element = unknown.slice(0, 100)
      throw unsupported(`This XML file has <testcase> elements with <${element}> and without any result of a test`)
    },
  }
}

/** A file with cases instead of results. */
export function ofTestLink(): DomainError {
  return noReport(
    'This is an export of TestLink: it has test cases and no results. Import the cases: assay cases import FILE',
  )
}
