import { withToasts } from '#src/lib/toast.ts'
import { trpc } from '#src/lib/trpc.ts'

export function useSetQuarantine() {
  const { quality, quarantine } = trpc.useUtils()
  const onSuccess = () => Promise.all([quality.invalidate(), quarantine.invalidate()])
  const add = trpc.quarantine.add.useMutation(withToasts({ onSuccess, failure: 'Failed to quarantine the case' }))
  const remove = trpc.quarantine.remove.useMutation(withToasts({ onSuccess, failure: 'Failed to end the quarantine' }))
  return {
    set: (id: string, isQuarantined: boolean) => (isQuarantined ? add : remove).mutate({ id }),
    isPending: add.isPending || remove.isPending,
  }
}
