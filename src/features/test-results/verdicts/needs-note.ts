import { contradicts } from '#shared/test-results/contradicts.ts'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { type Entry, withEntry } from '../store/entry.ts'

/** Whether an entry gives a verdict against the recorded value, without a note that says why. */
export function needsNote(shown: TestResult, entry: Entry): boolean {
  if (entry.status === undefined) return false
  const { status, actualValue, expectedValue, notes, testCase } = withEntry(shown, entry)
  const { expectedValueType } = testCase
  return notes === null && contradicts({ status, actualValue, expectedValue, expectedValueType })
}
