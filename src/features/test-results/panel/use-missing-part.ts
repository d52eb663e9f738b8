import { useEffect } from 'react'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { say } from '#src/lib/toast.ts'
import { needsDiff } from './needs-diff.ts'
import { partEntered, usePanel } from '#src/ui/panel-state.ts'

/** Says so when a key enters a part that the case does not have. */
export function useMissingPart(result: TestResult): void {
  const { entered } = usePanel()
  const hasNoSteps = entered === 'steps' && result.steps.length === 0
  const hasNoDiff = entered === 'diff' && !needsDiff(result)
  const { testSuite, number } = result.testCase
  const name = `${testSuite.number}.${number}`
  useEffect(() => {
    if (!hasNoSteps && !hasNoDiff) return
    say(`${name} has no ${hasNoSteps ? 'steps' : 'difference'}`)
    partEntered()
  }, [hasNoSteps, hasNoDiff, name])
}
