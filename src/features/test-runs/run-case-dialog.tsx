import { Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { RECENT_RUNS } from '#shared/test-runs/recent-runs.ts'
import type { TestCase } from '#shared/test-cases/test-case.ts'
import type { TestResult } from '#shared/test-results/test-result.ts'
import type { TestRunListItem } from '#shared/test-runs/test-run.ts'
import type { TestSuiteListItem } from '#shared/test-suites/test-suite.ts'
import { messageOf } from '#src/lib/errors.ts'
import { once } from '#src/lib/once.ts'
import { BusyButton } from '#src/ui/busy-button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { RowsSkeleton } from '#src/ui/rows-skeleton.tsx'
import { StatusBadge } from '#src/ui/status.tsx'
import { Value } from '#src/ui/value.tsx'
import { TextButton } from '#src/ui/text-button.tsx'
import { ResultAttachmentScope } from '../test-results/result-attachment-scope.tsx'
import { shortRunId } from '#src/lib/run-label.ts'
import { useProjectView } from '../projects/use-project-view.ts'
import { useRecentRuns, useStartRun } from './use-test-runs.ts'
import { RecordForm } from '../test-results/record-form.tsx'
import { useResultOfCase } from '../test-results/store/run-case.ts'

type Props = {
  projectId: string
  suite: TestSuiteListItem | undefined
  testCase: TestCase | undefined
  isOpen: boolean
  onClose: () => void
}

/** Records one case in the latest running run, from the list of cases. */
export default function RunCaseDialog({ projectId, suite, testCase, isOpen, onClose }: Props) {
  return (
    <Dialog title="Run Test Case" opened={isOpen} onClose={onClose}>
      {suite && testCase && (
        <Content
          projectId={projectId}
          number={`${suite.number}.${testCase.number}`}
          testCase={testCase}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}

type ContentProps = { projectId: string; number: string; testCase: TestCase; onClose: () => void }

function Content({ projectId, number, testCase, onClose }: ContentProps) {
  const recent = useRecentRuns(projectId)
  const running = recent.data?.find(({ status }) => status === 'running')
  const present = useResultOfCase(testCase.id, running?.id)
  const failed = [recent, present].find(({ data, error }) => error && data === undefined)
  if (failed)
    return (
      <ErrorState
        message={messageOf(failed.error, 'Failed to fetch project data')}
        onRetry={() => void failed.refetch()}
      />
    )
  return (
    <Stack gap="sm">
      <div>
        <Text fw={600} className="breakable" dir="auto">
          {number} {testCase.name}
        </Text>
        {testCase.preconditions && <Detail text={`Preconditions: ${testCase.preconditions}`} />}
        {testCase.description && <Detail text={testCase.description} />}
      </div>
      {testCase.expectedValue !== null && (
        <div>
          <Text c="dimmed" size="sm">
            Expected
          </Text>
          <Value value={testCase.expectedValue} />
        </div>
      )}
      {(!recent.data || (running && present.data === undefined)) && <RowsSkeleton rows={2} height={52} />}
      {recent.data && !running && <NoRun {...{ projectId, onClose }} hasOlder={recent.data.length === RECENT_RUNS} />}
      {running && present.data !== undefined && (
        <>
          <RecordedIn run={running} />
          <FilesOf result={present.data}>
            <RecordForm
              number={number}
              testCase={testCase}
              testRunId={running.id}
              present={present.data}
              onClose={onClose}
            />
          </FilesOf>
        </>
      )}
    </Stack>
  )
}

/** A case that is not in the run yet has no result to attach pictures to. */
function FilesOf({ result, children }: { result: TestResult | null; children: ReactNode }) {
  if (!result) return children
  return (
    <ResultAttachmentScope result={result} canWrite>
      {children}
    </ResultAttachmentScope>
  )
}

function Detail({ text }: { text: string }) {
  return (
    <Text c="dimmed" className="breakable" style={{ whiteSpace: 'pre-line' }} dir="auto">
      {text}
    </Text>
  )
}

function RecordedIn({ run }: { run: TestRunListItem }) {
  const { showRun } = useProjectView(run.projectId)
  return (
    <Group gap="xs">
      <Text c="dimmed" size="sm">
        Will be recorded in
      </Text>
      <TextButton className="mono" onClick={() => showRun(run.id)}>
        {shortRunId(run.id)}
      </TextButton>
      <StatusBadge status={run.status} />
      {run.description && (
        <Text c="dimmed" size="sm" truncate maw="100%" dir="auto">
          {run.description}
        </Text>
      )}
    </Group>
  )
}

function NoRun({ projectId, hasOlder, onClose }: { projectId: string; hasOlder: boolean; onClose: () => void }) {
  const { start, isStarting } = useStartRun(projectId)
  return (
    <>
      <Text>
        {/* Older runs are not offered: results are recorded in one of the latest. */}
        {hasOlder ? `None of the ${RECENT_RUNS} latest test runs is running.` : 'No test run is running.'} Start one to
        record results; it takes in every case of the project as it is now.
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <BusyButton isBusy={isStarting} onClick={() => once(`start ${projectId}`, () => start({}))}>
          Start Test Run
        </BusyButton>
      </Group>
    </>
  )
}
