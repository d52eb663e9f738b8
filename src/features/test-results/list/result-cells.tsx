import { Box, Center } from '@mantine/core'
import { IconBug, IconListNumbers, IconNote, IconPaperclip } from '@tabler/icons-react'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { FlakyMark, KnownFlaky } from '#src/ui/flaky-mark.tsx'
import { DotsSkeleton, ResultDots } from '#src/ui/result-dots.tsx'
import { pathOfHistory } from '../../projects/case-path.ts'
import { useQuarantined } from '../../quarantine/quarantined.ts'
import type { ResultPosition } from '../store/result-pages.ts'
import { useRecentResults } from '../store/use-recent-results.ts'
import classes from './run-grid.module.css'

export function Initials({ person }: { person: TestResult['assignee'] }) {
  if (!person) return null
  return (
    <Center
      component="span"
      w={24}
      h={24}
      bg="var(--assay-sunken)"
      fz="xs"
      fw={500}
      style={{ borderRadius: 12 }}
      role="img"
      aria-label={person.name}
      title={person.name}
    >
      {initialsOf(person.name)}
    </Center>
  )
}

/** 'Ada Lovelace' is 'AL', 'Tess' is 'T'. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  return [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => Array.from(word ?? '')[0] ?? '').join('')
}

type DotsProps = {
  run: { id: string; projectId: string; description: string | null }
  position: ResultPosition
  result: TestResult
}

/** The last runs of a row's case. A component of its own: what it reads arrives after the row. */
export function RecentDots({ run, position, result }: DotsProps) {
  const { results, isError } = useRecentResults(run, position, result)
  if (!results) return isError ? null : <DotsSkeleton />
  // Tab goes on to the next value: the panel has the link for the keyboard.
  return <ResultDots results={results} href={pathOfHistory(run.projectId, result.ref)} tabIndex={-1} />
}

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
