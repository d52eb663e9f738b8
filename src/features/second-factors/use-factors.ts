import { CONFIRM_YOURSELF } from '#shared/auth/refusals.ts'
import type { Factor } from '#shared/auth/factor.ts'
import { messageOf } from '#src/lib/errors.ts'
import { withToasts } from '#src/lib/toast.ts'
import { trpc } from '#src/lib/trpc.ts'

const isUnconfirmed = (error: unknown) => messageOf(error, '') === CONFIRM_YOURSELF

/** The second factors of the signed-in user. They are read only for a while after a password or a code. */
export function useFactors() {
  const { factors: cache } = trpc.useUtils()
  const list = trpc.factors.list.useQuery(undefined, { staleTime: 0 })
  const codes = trpc.factors.recoveryCodes.useQuery(undefined, { staleTime: 0 })
  const onSettled = () => cache.invalidate()
  const remove = trpc.factors.remove.useMutation({
    ...withToasts({ success: 'Second factor removed', failure: 'Failed to remove the second factor' }),
    onSettled,
  })
  const renew = trpc.factors.createRecoveryCodes.useMutation({
    ...withToasts({ failure: 'Failed to make recovery codes' }),
    onSettled,
  })
  const error = list.error ?? codes.error
  return {
    factors: list.data,
    codesLeft: codes.data?.left,
    mustConfirm: isUnconfirmed(list.error) || isUnconfirmed(codes.error),
    error: error && messageOf(error, 'Your second factors could not be read'),
    retry: () => void cache.invalidate(),
    remove: ({ id }: Factor) => remove.mutate({ id }),
    renew: (onMade: (codes: string[]) => void) =>
      renew.mutate(undefined, { onSuccess: ({ recoveryCodes }) => onMade(recoveryCodes) }),
  }
}

/** Adds an authenticator app: `start` makes a secret, `confirm` takes its first code. */
export function useNewApp() {
  const { factors: cache } = trpc.useUtils()
  const onError = (error: unknown) => {
    if (isUnconfirmed(error)) void cache.invalidate()
  }
  return {
    start: trpc.factors.startTotp.useMutation({ onError }),
    confirm: trpc.factors.confirmTotp.useMutation({ onError, onSuccess: () => cache.invalidate() }),
  }
}

export function useConfirm() {
  const { factors: cache } = trpc.useUtils()
  return trpc.auth.confirm.useMutation({ onSuccess: () => cache.invalidate() })
}
