import { can } from '#shared/permissions.ts'
import type { TestRunOverview } from '#shared/test-runs/test-run.ts'
import { say } from '#src/lib/toast.ts'
import { useActs } from '../keys/acts.ts'
import { openStartRun } from './start/start-request.ts'

/** The act that prepares a new run of the failed cases, by menu and by key. `why`: the reason if there are none. */
export function useRerun(run: TestRunOverview, role: string | null) {
  const why = run.summary.failed + run.summary.error > 0 ? null : 'Nothing failed in this run'
  const rerun = () => (why === null ? openStartRun({ from: run }) : say(why))
  const isAllowed = can(role, 'run.start')
  useActs(isAllowed ? { rerun } : {})
  return { rerun, why, isAllowed }
}
