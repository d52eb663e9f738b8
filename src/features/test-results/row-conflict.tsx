import { useQueryClient } from '@tanstack/react-query'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { ConflictChoice } from './conflict-choice.tsx'
import { type Draft, removeDraft } from './store/drafts.ts'
import { record } from './store/send-drafts.ts'
import { focusField } from './value-focus.ts'

type Props = {
  result: TestResult
  mine: Draft
  /** The result with the tester's entry. */
  shown: TestResult
  row: number
}

/** The two entries of a conflict, below the row. */
export function RowConflict({ result, mine, shown, row }: Props) {
  const queryClient = useQueryClient()
  return (
    <ConflictChoice
      theirs={result}
      mine={{ ...shown, notes: mine.notes || null }}
      onTakeTheirs={() => {
        focusField(row)
        removeDraft(mine.resultId)
      }}
      onKeepMine={() => {
        focusField(row)
        record(queryClient, [{ ...mine, baseAttempt: result.attempts }])
      }}
    />
  )
}
