import { Box, Group, Skeleton } from '@mantine/core'
import { memo, useDeferredValue, useEffect } from 'react'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { FlakyBadge, KnownFlakyBadge } from '#src/ui/flaky-mark.tsx'
import { ProjectReferences } from '../../projects/project-references.tsx'
import { StatusBadge } from '#src/ui/status.tsx'
import { Attachments } from '../../attachments/attachments.tsx'
import { ResultAttachmentScope } from '../result-attachment-scope.tsx'
import { TestedCaseText } from '../../attachments/tested-case-text.tsx'
import { useRunList } from '../list/run-list.tsx'
import { pathOfHistory, pathOfRun } from '#src/lib/project-paths.ts'
import { useQuarantined } from '../../quarantine/quarantined.ts'
import { AttemptList } from './attempt-list.tsx'
import { CaseLink } from './case-link.tsx'
import { CaseMenu } from './case-menu.tsx'
import { CaseSince } from './lazy-case-since.ts'
import { DefectsField } from './defects-field.tsx'
import { NoteField } from './note-field.tsx'
import { leavePanel, type PanelPart, usePanel, partEntered } from '#src/ui/panel-state.ts'
import { PanelLink } from '#src/ui/panel-link.tsx'
import { PanelSection } from '#src/ui/panel-section.tsx'
import { StepsTable } from './steps-table.tsx'
import { Values } from './values.tsx'
import { say } from '#src/lib/toast.ts'
import { needsDiff } from './needs-diff.ts'
import { ResultDotLinks } from '#src/ui/result-dots.tsx'
import { useRecentResultsOfCase } from '../store/use-recent-results.ts'
import { usePartFocus } from './use-part-focus.ts'

export const CaseDetails = memo(function CaseDetails({ result }: { result: TestResult }) {
  const { testCase, status, flaky, steps } = result
  const { run, refusal } = useRunList()
  const isEditable = refusal === null
  const quarantined = useQuarantined(run.projectId, testCase.id)
  const { isDialog } = usePanel()
  useMissing('steps', result.steps.length === 0 ? 'has no steps' : null, result)
  useMissing('diff', needsDiff(result) ? null : 'has no difference', result)
  // Long texts render behind a key press.
  const { preconditions, description, references } = useDeferredValue(testCase)
  return (
    <ResultAttachmentScope result={result} canWrite={isEditable}>
      <Box component="h3" className="breakable" m="0 0 4px" fz="1rem" lh={1.4} dir="auto">
        {testCase.name}
      </Box>
      <Group gap={6} wrap="nowrap" align={isDialog ? 'center' : 'stretch'}>
        <StatusBadge status={status} />
        {flaky && <FlakyBadge />}
        {quarantined && <KnownFlakyBadge reason={quarantined.reason} />}
        {isDialog && (
          <>
            <CaseLink result={result} />
            <CaseMenu key={result.id} result={result} />
          </>
        )}
      </Group>
      <CaseSince key={result.id} result={result} />
      {preconditions && (
        <PanelSection title="Preconditions">
          <TestedCaseText testCaseId={testCase.id} text={preconditions} />
        </PanelSection>
      )}
      {description && (
        <PanelSection title="Description">
          <TestedCaseText testCaseId={testCase.id} text={description} />
        </PanelSection>
      )}
      {references.length > 0 && (
        <PanelSection title="References">
          <ProjectReferences projectId={run.projectId} references={references} />
        </PanelSection>
      )}
      {steps.length > 0 && (
        <PanelSection title="Steps">
          <StepsTable key={result.id} result={result} />
        </PanelSection>
      )}
      <Values result={result} />
      <PanelSection title="Note">
        <NoteField key={result.id} result={result} />
      </PanelSection>
      {(isEditable || result.defects.length > 0) && (
        <PanelSection title="Defects">
          <DefectsField key={result.id} result={result} />
        </PanelSection>
      )}
      <PanelSection title="Attachments">
        <Attachments key={result.id} />
      </PanelSection>
      <PanelSection title="Last 10 runs">
        <RecentRuns result={result} />
        <PanelLink href={pathOfHistory(run.projectId, result.ref)} onClick={isDialog ? leavePanel : undefined}>
          Full history
        </PanelLink>
      </PanelSection>
      <PanelSection title="Attempts">
        <AttemptList key={result.id} result={result} />
      </PanelSection>
    </ResultAttachmentScope>
  )
})

/** Says so when a key enters a part that the case does not have. `why` is null if it has. */
function useMissing(part: PanelPart, why: string | null, { testCase: { testSuite, number } }: TestResult): void {
  const { entered } = usePanel()
  const text = entered === part && why !== null ? `${testSuite.number}.${number} ${why}` : null
  useEffect(() => {
    if (text === null) return
    say(text)
    partEntered()
  }, [text])
}

/** The case's results in the last runs up to this one, oldest first, each a link to its run. */
function RecentRuns({ result }: { result: TestResult }) {
  const { run } = useRunList()
  const { isDialog } = usePanel()
  const { results, isError } = useRecentResultsOfCase(run, result)
  const list = usePartFocus<HTMLUListElement>('history', 'a')
  useMissing('history', results?.length === 0 ? 'was not executed yet' : null, result)
  if (isError) return <Box c="dimmed">The last runs could not be read</Box>
  if (!results) return <Skeleton h={24} w={200} />
  if (results.length === 0) return <Box c="dimmed">Not executed yet</Box>
  return (
    <ResultDotLinks
      ref={list}
      results={results}
      hrefOf={({ testRunId }) => pathOfRun(run.projectId, testRunId)}
      currentRunId={run.id}
      onOpen={isDialog ? leavePanel : undefined}
    />
  )
}
