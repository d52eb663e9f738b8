import { can } from '#shared/permissions.ts'
import type { TestRunOverview } from '#shared/test-runs/test-run.ts'
import { shortRunId } from '#src/lib/run-label.ts'

/** The targets of a dropped report: a new run, and the shown run while it is running. */
export function dropTargets(run: TestRunOverview | undefined, role: string | null) {
  if (!can(role, 'report.upload')) return []
  const intoNew = { label: 'Drop reports here for a new test run' }
  return run?.status === 'running'
    ? [intoNew, { label: `Drop reports here to add them to run ${shortRunId(run.id)}`, testRunId: run.id }]
    : [intoNew]
}
