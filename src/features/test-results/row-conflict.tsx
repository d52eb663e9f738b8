import { useQueryClient } from '@tanstack/react-query'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { ConflictChoice } from './conflict-choice.tsx'
import { type Draft, removeDraft } from './store/drafts.ts'
import { record } from './store/send-drafts.ts'
import { statusOfValue } from './status-of-value.ts'
import { focusValueBeside } from './value-focus.ts'

/** Under a result that somebody else set first: the result as it is, and what the tester entered. */
export function RowConflict({ result, mine }: { result: TestResult; mine: Draft }) {
  const queryClient = useQueryClient()
  return (
    <ConflictChoice
      theirs={result}
      mine={{ actualValue: mine.value, status: statusOfValue(result, mine.value), notes: mine.notes ?? null }}
      onKeepTheirs={(button) => {
        focusValueBeside(button)
        removeDraft(mine.resultId)
      }}
      onUseMine={(button) => {
        focusValueBeside(button)
        void record(queryClient, { ...mine, baseAttempt: result.attempts })
      }}
    />
  )
}
