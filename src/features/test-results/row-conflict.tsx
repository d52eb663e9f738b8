import { useQueryClient } from '@tanstack/react-query'
import type { ResultStatus } from '#shared/test-results/result-status.ts'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { ConflictChoice } from './conflict-choice.tsx'
import { type Draft, removeDraft } from './store/drafts.ts'
import { record } from './store/send-drafts.ts'
import { focusValueInRow } from './value-focus.ts'

type Props = { result: TestResult; mine: Draft; status: ResultStatus }

/** The two entries of a conflict, below the row. */
export function RowConflict({ result, mine, status }: Props) {
  const queryClient = useQueryClient()
  return (
    <ConflictChoice
      theirs={result}
      mine={{ actualValue: mine.value ?? null, status, notes: mine.notes ?? null }}
      onKeepTheirs={(button) => {
        focusValueInRow(button)
        removeDraft(mine.resultId)
      }}
      onUseMine={(button) => {
        focusValueInRow(button)
        record(queryClient, [{ ...mine, baseAttempt: result.attempts }])
      }}
    />
  )
}
