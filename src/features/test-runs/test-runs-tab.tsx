import { Skeleton } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { messageOf } from '#src/lib/errors.ts'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { ReportDropZone } from '../test-reports/report-drop-zone.tsx'
import { ReportUploads } from '../test-reports/report-uploads.tsx'
import { AboutRun, RunBar } from './run-bar.tsx'
import { RunSelect } from './run-select.tsx'
import { RunSkeleton } from './run-skeleton.tsx'
import { RunView } from './run-view.tsx'
import { dropTargets } from './drop-targets.ts'
import { useLatestRun } from './use-latest-run.ts'
import { useLiveRuns } from './use-live-runs.ts'
import { useRecentRuns, useRunOfProject } from './use-test-runs.ts'

type Props = {
  projectId: string
  role: string | null
  /** The run in the URL; null shows the latest run. */
  runId: string | null
  onShowRun: (runId?: string) => void
  onShowAll: () => void
}

export function TestRunsTab({ projectId, role, runId, onShowRun: showRun, onShowAll }: Props) {
  const { data: runs, error, refetch } = useRecentRuns(projectId)
  const { latest, reset } = useLatestRun(runId, runs)
  const shown = runId ?? latest
  const live = useLiveRuns(projectId, shown ?? (runs ? null : undefined))
  const onShowRun: Props['onShowRun'] = (runId) => {
    if (runId === undefined) reset()
    showRun(runId)
  }
  const run = useRunOfProject(projectId, shown)
  const targets = dropTargets(run, role)
  return (
    <ReportDropZone projectId={projectId} targets={targets}>
      {(shown !== undefined || (!runs && !error)) && (
        <RunBar
          onShowAll={onShowAll}
          select={
            runs && shown ? (
              <RunSelect projectId={projectId} runs={runs} shown={shown} onShow={onShowRun} />
            ) : (
              <Skeleton h={28} />
            )
          }
          about={run && <AboutRun run={run} role={role} live={live} onDeleted={() => onShowRun()} />}
        />
      )}
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
    </ReportDropZone>
  )
}
