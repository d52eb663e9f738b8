import type { ReportSink } from '../reported-test.ts'
import { isFailureElement, type Outcome } from './junit-outcomes.ts'
import type { XmlAttributes } from './xml-parser.ts'

/** Numbers that the root or a suite declares. A missing number is undefined. */
export type Declared = { tests: number | undefined; failures: number | undefined; errors: number | undefined }

/** What was found in it: executions of tests, and elements of failures and errors. */
export type Found = { tests: number; failures: number; errors: number }

/** `accounted`: failures and errors that suites inside declare without a test. */
type Level = { declared: Declared; found: Found; accounted: number }

export function junitCounts(sink: Pick<ReportSink, 'declare' | 'declareFailures'>) {
  const open: Level[] = []
  const root = newLevel({})
  const sums: Record<'tests' | 'failures', number | undefined> = { tests: undefined, failures: undefined }
  let hasRoot = false
  let reported = 0
  let parents = 0

  return {
    openRoot(attributes: XmlAttributes) {
      if (!hasRoot) root.declared = declaredBy(attributes)
      hasRoot = true
    },
    /** A suite inside of one that declares a number is part of that number. */
    openSuite(attributes: XmlAttributes) {
      const level = newLevel(attributes)
      for (const kind of ['tests', 'failures'] as const) {
        const declared = numberOf(level.declared, kind)
        if (declared !== undefined && open.every((outer) => numberOf(outer.declared, kind) === undefined))
          sums[kind] = (sums[kind] ?? 0) + declared
      }
      open.push(level)
    },
    /** The innermost suite, or the root after all suites. `missing` is accounted for from now on. */
    close() {
      const level = open.pop() ?? root
      const { failures, errors } = level.found
      const missing = Math.max((numberOf(level.declared, 'failures') ?? 0) - failures - errors - level.accounted, 0)
      for (const outer of [root, ...open]) outer.accounted += missing
      return { declared: level.declared, found: level.found, missing }
    },
    /** Some writers count the failures of a test, others the failed tests: the elements are never fewer. */
    foundTest(outcomes: Outcome[]) {
      const failures = outcomes.filter(isFailureElement)
      const errors = failures.filter(({ element }) => /error$/i.test(element)).length
      const reruns = failures.filter(({ element }) => /^(?:flaky|rerun)/.test(element)).length
      for (const { found } of [root, ...open]) {
        found.tests += 1 + reruns
        found.failures += failures.length - errors
        found.errors += errors
      }
    },
    /** A case that sums up others, which the numbers count as one of them. */
    foundParent() {
      parents += 1
    },
    foundErrors(count: number) {
      for (const { found } of [root, ...open]) found.errors += count
    },
    /** Declared errors without a test that became results. */
    reported(count: number) {
      reported += count
    },
    end() {
      const tests = root.declared.tests ?? sums.tests
      if (tests !== undefined) sink.declare(Math.max(tests - parents, 0))
      const { failures, errors } = root.found
      const declared = Math.max(numberOf(root.declared, 'failures') ?? 0, sums.failures ?? 0)
      sink.declareFailures(declared, failures + errors + reported)
    },
  }
}

function newLevel(attributes: XmlAttributes): Level {
  return { declared: declaredBy(attributes), found: { tests: 0, failures: 0, errors: 0 }, accounted: 0 }
}

function declaredBy({ tests, failures, errors }: XmlAttributes): Declared {
  return { tests: readCount(tests), failures: readCount(failures), errors: readCount(errors) }
}

/** Failures include errors. */
function numberOf({ tests, failures, errors }: Declared, kind: 'tests' | 'failures'): number | undefined {
  if (kind === 'tests') return tests
  return failures === undefined && errors === undefined ? undefined : (failures ?? 0) + (errors ?? 0)
}

export function readCount(given: string | undefined): number | undefined {
  return given !== undefined && /^\d{1,9}$/.test(given.trim()) ? Number(given) : undefined
}
