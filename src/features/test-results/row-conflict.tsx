import { useQueryClient } from '@tanstack/react-query'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { ConflictChoice } from './conflict-choice.tsx'
import { saveValue } from './send-unsaved.ts'
import { statusOfValue } from './status-of-value.ts'
import { dropUnsaved, type Unsaved } from './unsaved.ts'
import { focusValueBeside } from './value-focus.ts'

/** Under a result that somebody else set first: the result as it is, and what the tester entered. */
export function RowConflict({ result, mine }: { result: TestResult; mine: Unsaved }) {
  const queryClient = useQueryClient()
  return (
    <ConflictChoice
      theirs={result}
      mine={{ actualValue: mine.value, status: statusOfValue(result, mine.value), notes: mine.notes ?? null }}
      onKeepTheirs={(button) => {
        focusValueBeside(button)
        dropUnsaved(mine)
      }}
      onUseMine={(button) => {
        focusValueBeside(button)
        void saveValue(queryClient, { ...mine, baseAttempt: result.attempts })
      }}
    />
  )
}
