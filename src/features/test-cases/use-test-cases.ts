import type { CreateTestCase, TestCase, UpdateTestCase } from '#shared/test-cases/test-case.ts'
import { withToasts } from '#src/lib/toast.ts'
import { trpc } from '#src/lib/trpc.ts'
import { useRefreshProject } from '../projects/use-project.ts'

function useRefreshSuite(projectId: string) {
  const { testCases } = trpc.useUtils()
  const refreshProject = useRefreshProject(projectId)
  return (testSuiteId: string) =>
    Promise.all([
      testCases.listInSuite.invalidate({ id: testSuiteId }),
      testCases.byRef.invalidate(),
      testCases.get.invalidate(),
      testCases.revisions.invalidate(),
      refreshProject(),
    ])
}

export function useTestCases(projectId: string) {
  const { testCases } = trpc.useUtils()
  const refresh = useRefreshSuite(projectId)
  const onSuccess = ({ testSuiteId }: TestCase) => refresh(testSuiteId)
  const create = trpc.testCases.create.useMutation(
    withToasts({ onSuccess, success: 'Test case created successfully', failure: 'Failed to create test case' }),
  )
  const update = trpc.testCases.update.useMutation(
    withToasts({ onSuccess, success: 'Test case updated successfully', failure: 'Failed to update test case' }),
  )
  const change = trpc.testCases.update.useMutation(withToasts({ onSuccess, failure: 'Failed to update test case' }))
  return {
    create: (testCase: CreateTestCase) => create.mutateAsync(testCase),
    update: (testCase: UpdateTestCase) => update.mutateAsync(testCase),
    /** Without a success toast: the change is visible. */
    change: (testCase: UpdateTestCase) => change.mutateAsync(testCase),
    read: (id: string) => testCases.get.fetch({ id }, { staleTime: 0 }),
    isSaving: create.isPending || update.isPending,
  }
}
