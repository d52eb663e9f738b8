import { Box, Group } from '@mantine/core'
import { lazy, memo, Suspense, useDeferredValue } from 'react'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { FlakyBadge, KnownFlakyBadge } from '#src/ui/flaky-mark.tsx'
import { ProjectReferences } from '../../projects/project-references.tsx'
import { StatusBadge } from '#src/ui/status.tsx'
import { Attachments } from '../../attachments/attachments.tsx'
import { ResultAttachmentScope } from '../result-attachment-scope.tsx'
import { TestedCaseText } from '../../attachments/tested-case-text.tsx'
import { useRunList } from '../list/run-list.tsx'
import { pathOfHistory } from '../../projects/case-path.ts'
import { useQuarantined } from '../../quarantine/quarantined.ts'
import { AttemptList } from './attempt-list.tsx'
import { CaseLink } from './case-link.tsx'
import { CaseMenu } from './case-menu.tsx'
import { DefectsField } from './defects-field.tsx'
import { NoteField } from './note-field.tsx'
import { leavePanel, usePanel } from '#src/ui/panel-state.ts'
import { RecentRuns } from './recent-runs.tsx'
import { PanelLink } from '#src/ui/panel-link.tsx'
import { PanelSection } from '#src/ui/panel-section.tsx'
import { StepsTable } from './steps-table.tsx'
import { useMissingPart } from './use-missing-part.ts'
import { Values } from './values.tsx'

const CaseSince = lazy(() => import('./case-since.tsx'))

/** Everything about a case in a run, in the order in which a tester needs it. */
export const CaseDetails = memo(function CaseDetails({ result }: { result: TestResult }) {
  const { testCase, status, flaky, steps } = result
  const { run, isEditable } = useRunList()
  const quarantined = useQuarantined(run.projectId, testCase.id)
  const { isDialog } = usePanel()
  useMissingPart(result)
  // Long texts render behind a key press.
  const { preconditions, description, references } = useDeferredValue(testCase)
  return (
    <ResultAttachmentScope result={result} canWrite={isEditable}>
      <Box component="h3" className="breakable" m="0 0 4px" fz="1rem" lh={1.4} dir="auto">
        {testCase.name}
      </Box>
      <Group gap={6} wrap="nowrap" align="stretch">
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
      <Suspense>
        <CaseSince key={result.id} result={result} />
      </Suspense>
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
        <AttemptList result={result} />
      </PanelSection>
    </ResultAttachmentScope>
  )
})
