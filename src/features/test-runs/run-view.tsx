import { Button } from '@mantine/core'
import { can } from '#shared/permissions.ts'
import { codeOf, messageOf } from '#src/lib/errors.ts'
import { ErrorState } from '#src/ui/error-state.tsx'
import { NotFound } from '#src/ui/not-found.tsx'
import { ResultList } from '../test-results/list/result-list.tsx'
import { RunKeys } from '../test-results/keys/run-keys.tsx'
import { RunListProvider } from '../test-results/list/run-list.tsx'
import { useRunFilter } from '../test-results/list/use-run-filter.ts'
import { RunSkeleton } from './run-skeleton.tsx'
import type { LiveRuns } from './use-live-runs.ts'
import { useTestRun } from './use-test-runs.ts'

type Props = {
  projectId: string
  testRunId: string
  role: string | null
  live: LiveRuns
  hasRuns: boolean
  onShowRun: (runId?: string) => void
}

export function RunView({ projectId, testRunId, role, live, hasRuns, onShowRun }: Props) {
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
