import { singleTest } from './executions.ts'
import { isFailure } from '#shared/test-results/severity.ts'
import type { FoundTest, ReportedExecution } from '../reported-test.ts'
import { lostTest } from './junit-lost.ts'
import type { TidySink } from './tidy-sink.ts'

export type CountedTests = ReturnType<typeof countedTests>

type Numbers = { tests: number | undefined; failures: number | undefined }

/**
 * Counts the tests of a report, against the numbers that the report declares: failures that none of its tests has
 * become one error.
 */
export function countedTests(sink: TidySink) {
  const declared: Numbers = { tests: undefined, failures: undefined }
  let red = 0
  return {
    test(test: FoundTest) {
      if (isFailure((test.executions.at(-1) as ReportedExecution).status)) red += 1
      sink.test(test)
    },
    /** An error that is no test of the report. Counted: as one of the failures that the report declares. */
    error(suite: string[], name: string, texts: Partial<ReportedExecution>, isCounted = true) {
      if (isCounted) red += 1
      sink.test(singleTest(suite, name, { status: 'error', ...texts }))
    },
    /** Failed tests that stand for others, which are recorded instead. */
    alsoFailed(count = 1) {
      red += count
    },
    get failures() {
      return red
    },
    declare(tests: number | undefined, ...failures: (number | undefined)[]) {
      if (tests !== undefined) declared.tests = (declared.tests ?? 0) + tests
      for (const count of failures) if (count !== undefined) declared.failures = (declared.failures ?? 0) + count
    },
    end() {
      if (declared.tests !== undefined) sink.declare(declared.tests)
      const lost = (declared.failures ?? 0) - red
      if (lost > 0) sink.test(lostTest([], { count: lost, what: 'errors' }, '', null))
    },
  }
}
