import { useQueryClient } from '@tanstack/react-query'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { toastError } from '#src/lib/toast.ts'
import { draftOf, putDrafts } from '../store/drafts.ts'
import { record } from '../store/send-drafts.ts'
import { draftFor, shownResult } from './give-verdict.ts'

/** Records a value if it differs from the shown one. During a conflict, only changes the tester's entry. */
export function useRecordValue(result: TestResult) {
  const queryClient = useQueryClient()
  return (value: string | null, seenAttempts: number) => {
    if (!result.id) return toastError('Cannot create new test result: API endpoint not available')
    if (value === shownResult(result).actualValue) return
    const draft = draftOf(result.id)
    if (draft?.state === 'conflict') return putDrafts([{ ...draft, value }])
    record(queryClient, [draftFor(result, { value }, seenAttempts)])
  }
}
