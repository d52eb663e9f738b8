import { Box } from '@mantine/core'
import { IconBug, IconListNumbers, IconNote, IconPaperclip } from '@tabler/icons-react'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { FlakyMark, KnownFlaky } from '#src/ui/flaky-mark.tsx'
import { useQuarantined } from '../../quarantine/quarantined.ts'
import classes from './run-grid.module.css'

/** Marks for what the panel shows besides the value. */
export function CaseMarks({ projectId, result }: { projectId: string; result: TestResult }) {
  const { notes, defects, steps, flaky, attachments } = result
  const quarantined = useQuarantined(projectId, result.testCase.id)
  if (!notes && !flaky && !quarantined && steps.length + attachments.length + defects.length === 0) return null
  const judged = steps.filter(({ status }) => status !== 'pending').length
  return (
    <span className={classes.marks}>
      {steps.length > 0 && (
        <span title="Steps with a verdict, of all">
          <IconListNumbers size={14} role="img" aria-label="Steps" />
          {judged}/{steps.length}
        </span>
      )}
      {notes && <IconNote size={14} role="img" aria-label="Note" />}
      {defects.length > 0 && (
        <span title={defects.join('\n')}>
          <IconBug size={14} role="img" aria-label="Defects" />
          <Box component="span" className="one-line" maw={80}>
            {defects[0]}
          </Box>
          {defects.length > 1 && `+${defects.length - 1}`}
        </span>
      )}
      {attachments.length > 0 && <IconPaperclip size={14} role="img" aria-label="Attachments" />}
      {flaky && (
        <span title="Passed only after it had failed in this run">
          <FlakyMark />
          flaky
        </span>
      )}
      {quarantined && <KnownFlaky reason={quarantined.reason} />}
    </span>
  )
}
