import type { TestResult } from '#shared/test-results/test-result.ts'
import { toastError } from '#src/lib/toast.ts'
import { draftOf, drafts } from '../store/drafts.ts'
import { seenAttempts } from '../store/seen-attempts.ts'
import { enter } from './enter.ts'
import { giveOne, type Given } from './settle-note.ts'
import { shownResult } from './shown-result.ts'

export function useRecordValue(result: TestResult) {
  return {
    seenAttempts: () => seenAttempts(result),
    /** Records a value if it differs from the shown one. During a conflict, only changes the tester's entry. */
    save: (value: string | null, base: number) => {
      if (!result.id) return toastError('Cannot create new test result: API endpoint not available')
      if (value === shownResult(result).actualValue) return
      const draft = draftOf(result.id)
      if (draft?.state === 'conflict') return drafts.put([{ ...draft, value }])
      enter([result], () => ({ value }), base)
    },
    /** Passes the result with a typed value, or without one. */
    pass: (value: string | null | undefined): Given =>
      giveOne(result, { status: 'passed', ...(value !== undefined && { value }) }),
  }
}
