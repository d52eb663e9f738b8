import { can } from '#shared/permissions.ts'
import { trpc } from '#src/lib/trpc.ts'
import { shortRunId } from './run-label.ts'

/** Targets for a dropped report: a new run, and the shown run while it is running. */
export function useDropTargets(projectId: string, testRunId: string | undefined, role: string | null) {
  const { data: run } = trpc.testRuns.overview.useQuery(
    { testRunId: testRunId ?? '' },
    { enabled: testRunId !== undefined },
  )
  const intoNew = can(role, 'report.upload') ? [{ label: 'Drop reports here for a new test run' }] : []
  const takesResults = intoNew.length > 0 && run?.status === 'running' && run.projectId === projectId
  return takesResults
    ? [...intoNew, { label: `Drop reports here to add them to run ${shortRunId(run.id)}`, testRunId: run.id }]
    : intoNew
}
