import type { TestCase } from '#shared/test-cases/test-case.ts'
import type { TestSuiteListItem } from '#shared/test-suites/test-suite.ts'
import { formatCount } from '#src/lib/format.ts'
import { trpcClient } from '#src/lib/query-client.ts'
import { toastError, toastSuccess } from '#src/lib/toast.ts'
import { confirm } from '#src/ui/confirm.tsx'
import { messageOf } from '#src/lib/errors.ts'
import { useLatestCaseList } from './case-list.tsx'

/** Deletes cases and suites, after a question. */
export function useRemoval() {
  const list = useLatestCaseList()
  const remove = async (noun: string, work: () => Promise<unknown>) => {
    try {
      await work()
      await list().refresh()
      toastSuccess(`Test ${noun} deleted successfully`)
    } catch (error) {
      toastError(messageOf(error, `Failed to delete test ${noun}`))
    }
  }
  return {
    suite: async (suite: TestSuiteListItem) => {
      const cases = formatCount(suite.testCaseCount, 'test case')
      const text =
        `Are you sure you want to delete the test suite “${suite.name}” with its ${cases}? ` +
        `This action cannot be undone.`
      if (await confirm({ title: 'Delete Test Suite', text, action: 'Delete' }))
        await remove('suite', () => trpcClient.testSuites.delete.mutate({ id: suite.id }))
    },
    cases: async ([testCase]: readonly TestCase[]) => {
      const text =
        `Are you sure you want to delete the test case “${testCase?.name}”? ` +
        `Runs keep what was recorded for it. This action cannot be undone.`
      if (testCase && (await confirm({ title: 'Delete Test Case', text, action: 'Delete' })))
        await remove('case', () => trpcClient.testCases.delete.mutate({ id: testCase.id }))
    },
  }
}
