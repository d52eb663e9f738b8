import type { QueryClient } from '@tanstack/react-query'
import { contradicts } from '#shared/test-results/contradicts.ts'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { type Entry, withEntry } from '../store/entry.ts'
import { seenAttempts } from '../store/seen-attempts.ts'
import { enter } from './enter.ts'
import { askForNote } from './settle-note.ts'
import { shownResult } from './shown-result.ts'

/** `asking`: a note is asked for first, so the cursor stays. `refused`: nothing was recorded. */
export type Given = 'given' | 'asking' | 'refused'

/** A failure, and a verdict that says something else than the value, wait for their note. */
export function giveOne(queryClient: QueryClient, result: TestResult, entry: Entry): Given {
  const isRequired = needsNote(shownResult(result), entry)
  if (!isRequired && entry.status !== 'failed') {
    enter(queryClient, [result], () => entry)
    return 'given'
  }
  askForNote(queryClient, { result, verdict: { entry, base: seenAttempts(queryClient, result), isRequired } })
  return 'asking'
}

/** Whether an entry gives a verdict against the recorded value, without a note that says why. */
export function needsNote(shown: TestResult, entry: Entry): boolean {
  if (entry.status === undefined) return false
  const { status, actualValue, expectedValue, notes, testCase } = withEntry(shown, entry)
  const { expectedValueType } = testCase
  return notes === null && contradicts({ status, actualValue, expectedValue, expectedValueType })
}
