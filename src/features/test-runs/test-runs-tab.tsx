import { Button, Skeleton } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useState } from 'react'
import { can } from '#shared/permissions.ts'
import { runName } from '#shared/test-runs/run-name.ts'
import type { TestRunListItem, TestRunOverview } from '#shared/test-runs/test-run.ts'
import { codeOf, messageOf } from '#src/lib/errors.ts'
import { shortRunId } from '#src/lib/run-label.ts'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { NotFound } from '#src/ui/not-found.tsx'
import { usePageTitle } from '#src/ui/page-title.ts'
import { useProjectView } from '../projects/use-project-view.ts'
import { ReportDropZone } from '../test-reports/report-drop-zone.tsx'
import { ReportUploads } from '../test-reports/report-uploads.tsx'
import { RunKeys } from '../test-results/keys/run-keys.tsx'
import { ResultList } from '../test-results/list/result-list.tsx'
import { LostEntries } from '../test-results/lost-entries.tsx'
import { RunListProvider } from '../test-results/list/run-list.tsx'
import { useResultFilter } from '../test-results/list/use-result-filter.ts'
import { AboutRun, RunBar } from './run-bar.tsx'
import { RunSelect } from './run-select.tsx'
import { RunSkeleton } from './run-skeleton.tsx'
import { type LiveRuns, useLiveRuns } from './use-live-runs.ts'
import { useRecentRuns, useRunOfProject, useTestRun } from './use-test-runs.ts'

type Props = {
  projectId: string
  projectName: string
  role: string | null
  /** The run in the URL; null shows the latest run. */
  runId: string | null
}

export function TestRunsTab({ projectId, projectName, role, runId }: Props) {
  const { showRun, showAllRuns } = useProjectView(projectId)
  const { data: runs, error, refetch } = useRecentRuns(projectId)
  const { latest, reset } = useLatestRun(runId, runs)
  const shown = runId ?? latest
  const live = useLiveRuns(projectId, shown ?? (runs ? null : undefined))
  const showLatest = () => {
    reset()
    showRun()
  }
  const run = useRunOfProject(projectId, shown)
  usePageTitle(run && `${runName(run)} · ${projectName}`, { isInner: true })
  const targets = dropTargets(run, role)
  return (
    <ReportDropZone projectId={projectId} targets={targets}>
      {(shown !== undefined || (!runs && !error)) && (
        <RunBar
          onShowAll={() => showAllRuns()}
          select={
            runs && shown ? (
              <RunSelect projectId={projectId} runs={runs} shown={shown} onShow={showRun} />
            ) : (
              <Skeleton h={28} />
            )
          }
          about={run && <AboutRun run={run} role={role} live={live} onDeleted={showLatest} />}
        />
      )}
      <ReportUploads projectId={projectId} />
      {shown ? (
        <RunView
          key={shown}
          projectId={projectId}
          testRunId={shown}
          role={role}
          live={live}
          hasRuns={runs?.length !== 0}
          onShowLatest={showLatest}
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
  onShowLatest: () => void
}

function RunView({ projectId, testRunId, role, live, hasRuns, onShowLatest }: RunViewProps) {
  const { data: run, error, refetch } = useTestRun(testRunId, live.isLive)
  const { filter, setFilter } = useResultFilter(testRunId)
  if (codeOf(error) === 'NOT_FOUND' || (run && run.projectId !== projectId))
    return (
      <>
        <NotFound title="Test run not found" hint="It may have been deleted, or belong to another project.">
          <Button variant="default" onClick={onShowLatest}>
            {hasRuns ? 'Show the latest run' : 'Back to Test Runs'}
          </Button>
        </NotFound>
        <LostEntries testRunId={testRunId} />
      </>
    )
  if (!run)
    return error ? (
      <ErrorState message={messageOf(error, 'Failed to fetch project data')} onRetry={() => void refetch()} />
    ) : (
      <RunSkeleton />
    )
  return (
    <RunListProvider run={run} role={role} filter={filter} setFilter={setFilter}>
      <ResultList />
      <RunKeys />
    </RunListProvider>
  )
}

/** The latest run, shown if the URL names none. It does not change when a newer run starts, until `reset`. */
function useLatestRun(named: string | null, runs: TestRunListItem[] | undefined) {
  const [latest, setLatest] = useState<string>()
  const wanted = named === null ? (latest ?? runs?.[0]?.id) : undefined
  if (wanted !== latest) setLatest(wanted)
  return { latest: wanted, reset: () => setLatest(undefined) }
}

/** The targets of a dropped report: a new run, and the shown run while it is running. */
function dropTargets(run: TestRunOverview | undefined, role: string | null) {
  if (!can(role, 'report.upload')) return []
  const intoNew = { label: 'Drop reports here for a new test run' }
  return run?.status === 'running'
    ? [intoNew, { label: `Drop reports here to add them to run ${shortRunId(run.id)}`, testRunId: run.id }]
    : [intoNew]
}
