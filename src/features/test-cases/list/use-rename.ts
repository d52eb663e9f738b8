import { useQueryClient } from '@tanstack/react-query'
import type { TestCase } from '#shared/test-cases/test-case.ts'
import type { TestSuiteListItem } from '#shared/test-suites/test-suite.ts'
import { trpcClient } from '#src/lib/query-client.ts'
import { say } from '#src/lib/toast.ts'
import { writeSuites } from './case-cache.ts'
import { type CaseList, useLatestCaseList } from './case-list.tsx'
import { loadedCases, writeCases } from './case-pages.ts'
import { startRenaming } from './renaming.ts'

export function useRename() {
  const queryClient = useQueryClient()
  const list = useLatestCaseList()
  return {
    /** Starts the edit of a name. The name of an automated case comes from its reports. */
    start: ({ caseAt, suiteAt, placeOf }: CaseList, row: number) => {
      const isHead = placeOf(row)?.position === null
      const testCase = caseAt(row)
      if (testCase?.type === 'auto') say('The content of an automated case stays with its automation')
      else if (testCase) startRenaming(testCase.id)
      else if (isHead) startRenaming(suiteAt(row)?.id ?? '')
    },
    suite: async ({ id }: TestSuiteListItem, name: string) => {
      const { project, writes } = list()
      const write = {
        suiteIds: [],
        show: () =>
          writeSuites(queryClient, project.id, (suites) =>
            suites.map((suite) => (suite.id === id ? { ...suite, name } : suite)),
          ),
        send: async () => await trpcClient.testSuites.update.mutate({ id, name }),
        failure: 'Failed to update test suite',
      }
      await writes.write(write).catch(() => undefined)
    },
    testCase: async ({ id, testSuiteId }: TestCase, name: string) => {
      const { suiteOf, writes } = list()
      const write = {
        suiteIds: [testSuiteId],
        show: () => {
          const cases = loadedCases(queryClient, testSuiteId, suiteOf(testSuiteId)?.testCaseCount ?? 0)
          writeCases(
            queryClient,
            testSuiteId,
            cases.map((testCase) => (testCase?.id === id ? { ...testCase, name } : testCase)),
          )
        },
        send: async () => await trpcClient.testCases.update.mutate({ id, name }),
        failure: 'Failed to update test case',
      }
      await writes.write(write).catch(() => undefined)
    },
  }
}
