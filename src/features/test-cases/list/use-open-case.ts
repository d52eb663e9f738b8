import type { TestCase } from '#shared/test-cases/test-case.ts'
import { useCaseAction } from './case-action.ts'
import { useLatestCaseList } from './case-list.tsx'

/** Opens a case. */
export function useOpenCase() {
  const openDialog = useCaseAction()
  const list = useLatestCaseList()
  return (testCase: TestCase) => {
    const suite = list().suiteOf(testCase.testSuiteId)
    if (suite && testCase.type === 'manual') openDialog({ kind: 'edit', suite, testCase })
  }
}
