import type { CreateTestCase, UpdateTestCase } from '#shared/test-cases/test-case.ts'
import { messageOf } from '#src/lib/errors.ts'
import { toastError, toastSuccess } from '#src/lib/toast.ts'
import { trpc } from '#src/lib/trpc.ts'
import { useRefreshProject } from '../projects/use-project.ts'

const PAGE = 50

/** The case at a position of a suite; its page is read when the first of its cases comes into view. */
export function useCaseAt(testSuiteId: string, position: number) {
  const offset = position - (position % PAGE)
  return trpc.testCases.listInSuite.useQuery(
    { id: testSuiteId, limit: PAGE, offset },
    { select: (page) => page[position - offset] },
  )
}

export function useTestCases(projectId: string) {
  const utils = trpc.useUtils()
  const refreshProject = useRefreshProject(projectId)
  const refresh = async (testSuiteId: string) => {
    await Promise.all([utils.testCases.listInSuite.invalidate({ id: testSuiteId }), refreshProject()])
  }
  const create = trpc.testCases.create.useMutation({
    onSuccess: async ({ testSuiteId }) => {
      await refresh(testSuiteId)
      toastSuccess('Test case created successfully')
    },
    onError: (error) => toastError(messageOf(error, 'Failed to create test case')),
  })
  const update = trpc.testCases.update.useMutation({
    onSuccess: async ({ testSuiteId }) => {
      await refresh(testSuiteId)
      toastSuccess('Test case updated successfully')
    },
    onError: (error) => toastError(messageOf(error, 'Failed to update test case')),
  })
  return {
    create: (testCase: CreateTestCase) => create.mutateAsync(testCase),
    update: (testCase: UpdateTestCase) => update.mutateAsync(testCase),
    isSaving: create.isPending || update.isPending,
  }
}

export function useDeleteTestCase(projectId: string, testSuiteId: string) {
  const utils = trpc.useUtils()
  const refreshProject = useRefreshProject(projectId)
  const { mutate } = trpc.testCases.delete.useMutation({
    onSuccess: async () => {
      await Promise.all([utils.testCases.listInSuite.invalidate({ id: testSuiteId }), refreshProject()])
      toastSuccess('Test case deleted successfully')
    },
    onError: (error) => toastError(messageOf(error, 'Failed to delete test case')),
  })
  return (id: string) => mutate({ id })
}
