import { Avatar, Box, Group } from '@mantine/core'
import { IconBug, IconListNumbers, IconNote, IconPaperclip } from '@tabler/icons-react'
import { memo, type ReactNode } from 'react'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { FlakyMark, KnownFlaky } from '#src/ui/flaky-mark.tsx'
import { DotsSkeleton, ResultDots } from '#src/ui/result-dots.tsx'
import { pathOfHistory } from '#src/lib/project-paths.ts'
import { useQuarantined } from '../../quarantine/quarantined.ts'
import type { ResultPosition } from '../store/result-pages.ts'
import { useRecentResults } from '../store/use-recent-results.ts'

export const Assignee = ({ name }: { name: string }) => (
  <Avatar size={24} radius={12} name={name} color="gray" role="img" aria-label={name} title={name} />
)

type DotsProps = {
  run: { id: string; projectId: string; description: string | null }
  position: ResultPosition
  result: TestResult
}

/** The last runs of a row's case. A component of its own: what it reads arrives after the row. */
export const RecentDots = memo(function RecentDots({ run, position, result }: DotsProps) {
  const { results, isError } = useRecentResults(run, position, result)
  if (!results) return isError ? null : <DotsSkeleton />
  // Tab goes on to the next value: the panel has the link for the keyboard.
  return <ResultDots results={results} href={pathOfHistory(run.projectId, result.ref)} tabIndex={-1} />
})

/** Marks for what the panel shows besides the value. */
export function CaseMarks({ projectId, result }: { projectId: string; result: TestResult }) {
  const { notes, defects, steps, flaky, attachments } = result
  const quarantined = useQuarantined(projectId, result.testCase.id)
  if (!notes && !flaky && !quarantined && steps.length + attachments.length + defects.length === 0) return null
  const judged = steps.filter(({ status }) => status !== 'pending').length
  return (
    <Mark>
      {steps.length > 0 && (
        <Mark title="Steps with a verdict, of all">
          <IconListNumbers size={14} role="img" aria-label="Steps" />
          {`${judged}/${steps.length}`}
        </Mark>
      )}
      {notes && <IconNote size={14} role="img" aria-label="Note" />}
      {defects.length > 0 && (
        <Mark title={defects.join('\n')}>
          <IconBug size={14} role="img" aria-label="Defects" />
          <Box component="span" className="one-line" maw={80}>
            {defects[0]}
          </Box>
          {defects.length > 1 && `+${defects.length - 1}`}
        </Mark>
      )}
      {attachments.length > 0 && <IconPaperclip size={14} role="img" aria-label="Attachments" />}
      {flaky && (
        <Mark title="Passed only after it had failed in this run">
          <FlakyMark />
          flaky
        </Mark>
      )}
      {quarantined && <KnownFlaky reason={quarantined.reason} />}
    </Mark>
  )
}

const Mark = (props: { title?: string; children: ReactNode }) => (
  <Group component="span" gap={4} wrap="nowrap" flex="none" c="dimmed" fz={11} {...props} />
)
