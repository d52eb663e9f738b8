import type { CreateTestSuite } from '#shared/test-suites/test-suite.ts'
import { messageOf } from '#src/lib/errors.ts'
import { toastError, toastSuccess } from '#src/lib/toast.ts'
import { trpc } from '#src/lib/trpc.ts'
import { useRefreshProject } from '../projects/use-project.ts'

export function useTestSuites(projectId: string) {
  const refresh = useRefreshProject(projectId)
  const create = trpc.testSuites.create.useMutation({
    onSuccess: async () => {
      await refresh()
      toastSuccess('Test suite created successfully')
    },
    onError: (error) => toastError(messageOf(error, 'Failed to create test suite')),
  })
  const remove = trpc.testSuites.delete.useMutation({
    onSuccess: async () => {
      await refresh()
      toastSuccess('Test suite deleted successfully')
    },
    onError: (error) => toastError(messageOf(error, 'Failed to delete test suite')),
  })
  return {
    create: (suite: Omit<CreateTestSuite, 'projectId'>) => create.mutateAsync({ ...suite, projectId }),
    isCreating: create.isPending,
    remove: (id: string) => remove.mutate({ id }),
  }
}
