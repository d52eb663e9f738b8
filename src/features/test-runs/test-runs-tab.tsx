import { Button, Group, Skeleton } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useState } from 'react'
import { can } from '#shared/permissions.ts'
import { messageOf } from '#src/lib/errors.ts'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { afterRemovalOf } from '#src/ui/focus-after-removal.ts'
import { ChooseReports } from '../test-reports/choose-reports.tsx'
import { ReportDropZone } from '../test-reports/report-drop-zone.tsx'
import { ReportUploads } from '../test-reports/report-uploads.tsx'
import { DraftNotices } from '../test-results/draft-notices.tsx'
import { RunSelect } from './run-select.tsx'
import { RunSkeleton } from './run-skeleton.tsx'
import { RunView } from './run-view.tsx'
import { StartRunDialog } from './start-run-dialog.tsx'
import { useDropTargets } from './use-drop-targets.ts'
import { useLatestRun } from './use-latest-run.ts'
import { useLiveRuns } from './use-live-runs.ts'
import { useRecentRuns } from './use-test-runs.ts'

type Props = {
  projectId: string
  role: string | null
  /** The run in the URL; null shows the latest run. */
  runId: string | null
  onShowRun: (runId?: string) => void
}

export function TestRunsTab({ projectId, role, runId, onShowRun: showRun }: Props) {
  const { data: runs, error, refetch } = useRecentRuns(projectId)
  const [isStarting, setStarting] = useState(false)
  const { latest, reset } = useLatestRun(runId, runs)
  const shown = runId ?? latest
  const live = useLiveRuns(projectId, shown ?? (runs ? null : undefined))
  const onShowRun: Props['onShowRun'] = (runId) => {
    if (runId === undefined) reset()
    showRun(runId)
  }
  const targets = useDropTargets(projectId, shown, role)
  return (
    <ReportDropZone projectId={projectId} targets={targets}>
      <Group justify="space-between" mb="sm" align="flex-end" gap="sm">
        {runs && shown ? (
          <RunSelect projectId={projectId} runs={runs} shown={shown} onShow={onShowRun} />
        ) : (
          <Skeleton h={56} w="min(420px, 100%)" visible={!runs && !error} />
        )}
        <Group gap="sm">
          {can(role, 'report.upload') && <ChooseReports projectId={projectId} label="Upload report" />}
          {can(role, 'run.start') && (
            <Button
              leftSection={<IconPlayerPlay size={16} aria-hidden />}
              {...afterRemovalOf('run')}
              onClick={() => setStarting(true)}
            >
              Start Test Run
            </Button>
          )}
        </Group>
      </Group>
      <DraftNotices />
      <ReportUploads projectId={projectId} onShowRun={onShowRun} />
      {shown ? (
        <RunView
          key={shown}
          projectId={projectId}
          testRunId={shown}
          role={role}
          live={live}
          hasRuns={runs?.length !== 0}
          onShowRun={onShowRun}
        />
      ) : runs ? (
        <EmptyState
          icon={IconPlayerPlay}
          title="No test runs yet"
          hint={
            'Start one to record what you see: it takes in every test case as it is now. ' +
            'Or drop a report of your automated tests here.'
          }
        />
      ) : error ? (
        <ErrorState message={messageOf(error, 'Failed to fetch project data')} onRetry={() => void refetch()} />
      ) : (
        <RunSkeleton />
      )}
      <StartRunDialog
        projectId={projectId}
        isOpen={isStarting}
        onClose={() => setStarting(false)}
        onStarted={onShowRun}
      />
    </ReportDropZone>
  )
}
