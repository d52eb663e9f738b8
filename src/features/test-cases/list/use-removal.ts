import type { TestSuiteListItem } from '#shared/test-suites/test-suite.ts'
import { type CaseToDelete, deleteCases, deleteSuite } from '../../trash/deletions.ts'
import { useLatestCaseList } from './case-list.tsx'
import { awaitsSaving } from './unsent.ts'

/** Deletes cases and suites after a confirmation. Resolves to whether they were deleted. */
export function useRemoval() {
  const list = useLatestCaseList()
  return {
    suite: (suite: TestSuiteListItem) => deleteSuite(suite),
    cases: async (cases: readonly CaseToDelete[]) =>
      !awaitsSaving(cases.map(({ id }) => id)) && (await deleteCases(list().project.id, cases)),
  }
}
