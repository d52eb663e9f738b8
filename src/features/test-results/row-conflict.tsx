import type { TestResult } from '#shared/test-results/test-result.ts'
import { ConflictChoice } from './conflict-choice.tsx'
import { type Draft, drafts } from './store/drafts.ts'
import { record } from './store/send-values.ts'
import { focusField } from './value-focus.ts'

type Props = {
  result: TestResult
  mine: Draft
  /** The result with the tester's entry. */
  shown: TestResult
  row: number
}

export function RowConflict({ result, mine, shown, row }: Props) {
  return (
    <ConflictChoice
      theirs={result}
      mine={{ ...shown, notes: mine.notes || null }}
      onTakeTheirs={() => {
        focusField(row)
        drafts.remove(mine.resultId)
      }}
      onKeepMine={() => {
        focusField(row)
        record([{ ...mine, baseAttempt: result.attempts }])
      }}
    />
  )
}
