import type { TestCase } from '#shared/test-cases/test-case.ts'
import { withToasts } from '#src/lib/toast.ts'
import { trpc } from '#src/lib/trpc.ts'
import { ask } from '#src/ui/confirm.tsx'

export function useRestore({ id, name }: TestCase) {
  const { testCases } = trpc.useUtils()
  const { mutate, isPending } = trpc.testCases.restoreRevision.useMutation(
    withToasts({
      onSuccess: () => testCases.invalidate(),
      success: 'Test case restored successfully',
      failure: 'Failed to restore test case',
    }),
  )
  const restore = (revision: number) => {
    const text = `Restore the test case “${name}” as it was in version ${revision}? What it says now stays in its history.`
    ask({ title: 'Restore Version', text, action: 'Restore' }, () => mutate({ id, revision }))
  }
  return { restore, isRestoring: isPending }
}
