import { IconNote } from '@tabler/icons-react'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { FlakyMark } from '#src/ui/status.tsx'
import classes from './result-row.module.css'

/** What the panel has of a result besides its value. */
export function CaseMarks({ result }: { result: TestResult }) {
  const { notes, flaky } = result
  if (!notes && !flaky) return null
  return (
    <span className={classes.marks}>
      {notes && <IconNote size={14} role="img" aria-label="Note" />}
      {flaky && (
        <span className={classes.mark} title="Passed only after it had failed in this run">
          <FlakyMark />
          flaky
        </span>
      )}
    </span>
  )
}
