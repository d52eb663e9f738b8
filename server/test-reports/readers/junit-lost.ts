import { singleTest } from './executions.ts'
import type { FoundTest } from '../reported-test.ts'
import { suiteName } from '../short-names.ts'
import type { Declared, Found } from './junit-counts.ts'

/** Failures outside the listed tests: how many, and of what kind. */
export type Lost = { count: number; what: 'errors' | 'tests' }

type Element = {
  declared: Declared
  found: Found
  /** Declared failures and errors that neither its tests nor the elements in it account for. */
  missing: number
  /** It has text of its own beside its tests. */
  hasOutput: boolean
  /** Surefire counts the tests that were running when their virtual machine died. */
  isSurefire: boolean
}

/**
 * What the numbers of an element say that none of its tests does. Writers put a browser that died or a package that did
 * not compile only there. Numbers that contradict the tests are not believed.
 */
export function lostIn(element: Element): Lost | null {
  if (element.missing > 0 && isBelievable(element)) return { count: element.missing, what: 'errors' }
  const { declared, found, isSurefire } = element
  const tests = (declared.tests ?? 0) - found.tests
  return isSurefire && isPlausible(tests, found) ? { count: tests, what: 'tests' } : null
}

function isBelievable({ declared, found, missing, hasOutput }: Element): boolean {
  const isRed = found.failures + found.errors > 0
  const hasNoError = (declared.errors ?? 0) > 0 && found.errors === 0
  // A failure is that of a test: only an error can stand outside when each test is there.
  if (found.tests >= (declared.tests ?? 0)) return hasNoError && (!isRed || hasOutput)
  return isRed ? hasNoError : hasOutput || isPlausible(missing, found)
}

/** A report that lacks more than it has is an excerpt. */
function isPlausible(lost: number, { tests }: Found): boolean {
  return lost > 0 && lost <= tests
}

const TEXTS = {
  errors: { one: '1 error reported without a test', many: 'errors reported without a test' },
  tests: { one: '1 test counted but not reported', many: 'tests counted but not reported' },
}

/** The result of what was lost in a suite. Its key stays the same when the number differs. */
export function lostTest(suite: string[], { count, what }: Lost, output: string, startedAt: string | null): FoundTest {
  const { one, many } = TEXTS[what]
  const text = count === 1 ? one : `${count} ${many}`
  const name = [...suite.slice(-1), `(${text})`].join(' ')
  const test = singleTest(suite, name, { status: 'error', message: output || text, startedAt })
  return { ...test, keys: [suite.length > 0 ? `${suiteName(suite)}: ${many}` : many] }
}
