import { useMemo } from 'react'
import { failingOf } from '#shared/test-runs/summary.ts'
import type { TestRunListItem } from '#shared/test-runs/test-run.ts'
import { useSessionUser } from '#src/lib/session.ts'
import { useRecentRuns } from '../use-test-runs.ts'
import type { Choice } from './choice.ts'

/** The choice with defaults for the run and the person: the newest run that fits, and the user. */
export function useWholeChoice(projectId: string, choice: Choice): Choice {
  const me = useSessionUser()?.id
  const needsRun = choice.run === undefined && (choice.kind === 'failed' || choice.kind === 'assigned')
  const { data: runs } = useRecentRuns(projectId, { enabled: needsRun })
  return useMemo(() => {
    const run = choice.run ?? (needsRun ? firstRun(runs, choice.kind === 'failed') : undefined)
    return { ...choice, run, assigneeId: choice.assigneeId ?? me }
  }, [choice, needsRun, runs, me])
}

function firstRun(runs: TestRunListItem[] | undefined, isForFailed: boolean): TestRunListItem | null | undefined {
  if (!runs) return undefined
  const fits = ({ summary }: TestRunListItem) => !isForFailed || failingOf(summary) > 0
  return runs.find(fits) ?? runs[0] ?? null
}
