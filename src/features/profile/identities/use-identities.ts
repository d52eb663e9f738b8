import { messageOf } from '#src/lib/errors.ts'
import { toastSuccess } from '#src/lib/toast.ts'
import { trpc } from '#src/lib/trpc.ts'
import { isUnconfirmed } from '../../second-factors/use-factors.ts'

/** The accounts at other providers by which the signed-in user gets in, and how to add and remove them. */
export function useIdentities() {
  const { identities } = trpc.useUtils()
  const list = trpc.identities.list.useQuery(undefined, { staleTime: 0 })
  const providers = trpc.identities.providers.useQuery()
  const connect = trpc.identities.connect.useMutation({ onSuccess: ({ url }) => window.location.assign(url) })
  const disconnect = trpc.identities.disconnect.useMutation({
    onSuccess: () => toastSuccess('Account disconnected'),
    onSettled: () => identities.list.invalidate(),
  })
  const error = list.data && providers.data ? null : (list.error ?? providers.error)
  const refused = connect.error ?? disconnect.error
  const mustConfirm = isUnconfirmed(refused)
  return {
    list: list.data,
    providers: providers.data,
    error: error && messageOf(error, 'Your connected accounts could not be read'),
    retry: () => void identities.invalidate(),
    connect: (id: string) => connect.mutate({ id }),
    isLeaving: connect.isPending || connect.isSuccess,
    disconnect: (id: string) => disconnect.mutate({ id }),
    mustConfirm,
    onConfirmed: () => {
      connect.reset()
      disconnect.reset()
    },
    refusal: refused && !mustConfirm ? messageOf(refused, 'Failed to change your connected accounts') : null,
  }
}
