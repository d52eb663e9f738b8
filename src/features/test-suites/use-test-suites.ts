import type { CreateTestSuite } from '#shared/test-suites/test-suite.ts'
import { withToasts } from '#src/lib/toast.ts'
import { trpc } from '#src/lib/trpc.ts'
import { useRefreshProject } from '../projects/use-project.ts'

export function useTestSuites(projectId: string) {
  const onSuccess = useRefreshProject(projectId)
  const create = trpc.testSuites.create.useMutation(
    withToasts({ onSuccess, success: 'Test suite created successfully', failure: 'Failed to create test suite' }),
  )
  return {
    create: (suite: Omit<CreateTestSuite, 'projectId'>) => create.mutateAsync({ ...suite, projectId }),
    isCreating: create.isPending,
  }
}
