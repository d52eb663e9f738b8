import type { ReportSink } from '../reported-test.ts'
import type { XmlAttributes } from './xml-parser.ts'

/** What the root or an open suite declares. A missing number is undefined. */
type Declared = { tests: number | undefined; failures: number | undefined }

/** Compares the numbers that a JUnit file declares with those of its contents. */
export function junitCounts(sink: Pick<ReportSink, 'declare' | 'declareFailures'>) {
  const open: Declared[] = []
  const sums: Declared = { tests: undefined, failures: undefined }
  let root: Declared | undefined
  let found = 0

  return {
    openRoot(attributes: XmlAttributes) {
      root ??= declaredBy(attributes)
    },
    /** A suite inside of one that declares a number is part of that number. */
    openSuite(attributes: XmlAttributes) {
      const declared = declaredBy(attributes)
      for (const kind of ['tests', 'failures'] as const)
        if (declared[kind] !== undefined && open.every((outer) => outer[kind] === undefined))
          sums[kind] = (sums[kind] ?? 0) + declared[kind]
      open.push(declared)
    },
    closeSuite() {
      open.pop()
    },
    /** Some writers count the failures of a test, others the failed tests: the elements are never fewer. */
    foundFailures(count: number) {
      found += count
    },
    end() {
      const tests = root?.tests ?? sums.tests
      if (tests !== undefined) sink.declare(tests)
      sink.declareFailures(Math.max(root?.failures ?? 0, sums.failures ?? 0), found)
    },
  }
}

function declaredBy({ tests, failures, errors }: XmlAttributes): Declared {
  const [failed, broken] = [readCount(failures), readCount(errors)]
  const isMissing = failed === undefined && broken === undefined
  return { tests: readCount(tests), failures: isMissing ? undefined : (failed ?? 0) + (broken ?? 0) }
}

export function readCount(given: string | undefined): number | undefined {
  return given !== undefined && /^\d{1,9}$/.test(given.trim()) ? Number(given) : undefined
}
