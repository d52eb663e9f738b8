import { Skeleton, Button } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { messageOf, codeOf } from '#src/lib/errors.ts'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { ReportDropZone } from '../test-reports/report-drop-zone.tsx'
import { ReportUploads } from '../test-reports/report-uploads.tsx'
import { AboutRun, RunBar } from './run-bar.tsx'
import { RunSelect } from './run-select.tsx'
import { RunSkeleton } from './run-skeleton.tsx'
import { dropTargets } from './drop-targets.ts'
import { useLatestRun } from './use-latest-run.ts'
import { useLiveRuns, type LiveRuns } from './use-live-runs.ts'
import { useRecentRuns, useRunOfProject, useTestRun } from './use-test-runs.ts'
import { can } from '#shared/permissions.ts'
import { NotFound } from '#src/ui/not-found.tsx'
import { ResultList } from '../test-results/list/result-list.tsx'
import { RunKeys } from '../test-results/keys/run-keys.tsx'
import { RunListProvider } from '../test-results/list/run-list.tsx'
import { useRunFilter } from '../test-results/list/use-run-filter.ts'

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

type RunViewProps = {
  projectId: string
  testRunId: string
  role: string | null
  live: LiveRuns
  hasRuns: boolean
  onShowRun: (runId?: string) => void
}

function RunView({ projectId, testRunId, role, live, hasRuns, onShowRun }: RunViewProps) {
  const { data: run, error, refetch } = useTestRun(testRunId, live.isLive)
  const { filter, setFilter } = useRunFilter(testRunId)
  if (codeOf(error) === 'NOT_FOUND' || (run && run.projectId !== projectId))
    return (
      <NotFound title="Test run not found" hint="It may have been deleted, or belong to another project.">
        <Button variant="default" onClick={() => onShowRun()}>
          {hasRuns ? 'Show the latest run' : 'Back to Test Runs'}
        </Button>
      </NotFound>
    )
  if (!run)
    return error ? (
      <ErrorState message={messageOf(error, 'Failed to fetch project data')} onRetry={() => void refetch()} />
    ) : (
      <RunSkeleton />
    )
  const isEditable = run.status === 'running' && can(role, 'run.record')
  return (
    <RunListProvider run={run} role={role} isEditable={isEditable} filter={filter} setFilter={setFilter}>
      <ResultList />
      <RunKeys />
    </RunListProvider>
  )
}
