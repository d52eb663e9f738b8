import { basePath } from '#src/lib/base-path.ts'
import { messageOf } from '#src/lib/errors.ts'
import { say, toastError } from '#src/lib/toast.ts'
import { trpc } from '#src/lib/trpc.ts'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { showAttachments } from './uploads.ts'

/** Addresses work for five minutes. */
const RENEWAL_MS = 4 * 60_000

/** The address of an attachment, renewed before it ends; undefined until it is known. */
export function useAddress(id: string): string | undefined {
  const { data } = trpc.attachments.address.useQuery({ id }, { staleTime: RENEWAL_MS, refetchInterval: RENEWAL_MS })
  return data && `${basePath}/api${data.path}`
}

/** Returns a function that removes an attachment of the result. */
export function useRemoveAttachment({ id: resultId, testRunId }: TestResult) {
  const { mutate } = trpc.attachments.delete.useMutation()
  return ({ id, name }: { id: string; name: string }) =>
    mutate(
      { id },
      {
        onSuccess: () => {
          showAttachments({ testRunId, resultId }, (items) => items.filter((item) => item.id !== id))
          say(`Removed ${name}`)
        },
        onError: (error) => toastError(messageOf(error, 'Failed to remove the attachment')),
      },
    )
}
