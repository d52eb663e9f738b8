import type { TestResult } from '#shared/test-results/test-result.ts'
import { useRunList } from '../list/run-list.tsx'
import { useVerdicts } from '../verdicts/give-verdict.ts'

/** Why no verdict can be given to a result, or null. */
export function useRefusal(result: TestResult): string | null {
  const { run, isEditable } = useRunList()
  const { refusal } = useVerdicts()
  if (!isEditable) return run.status === 'running' ? 'Only members may record results' : 'This run has ended'
  return refusal(result)
}

/** Unlike the keys, the buttons stay on the case. */
export function useVerdictActs(result: TestResult) {
  const verdicts = useVerdicts()
  return {
    pass: () => void verdicts.give([result], 'passed'),
    fail: () => void verdicts.give([result], 'failed'),
    skip: () => void verdicts.give([result], 'skipped'),
    clear: () => void verdicts.clear([result]),
  }
}
