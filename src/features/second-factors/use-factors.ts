import { useMutation, useQuery } from '@tanstack/react-query'
import { CONFIRM_YOURSELF } from '#shared/auth/refusals.ts'
import type { Factor } from '#shared/auth/factor.ts'
import { messageOf } from '#src/lib/errors.ts'
import { withToasts } from '#src/lib/toast.ts'
import { trpc } from '#src/lib/trpc.ts'
import { trpcClient } from '#src/lib/trpc-client.ts'
import { promptForNewPasskey, promptForPasskey } from '../auth/passkeys.ts'

export const isUnconfirmed = (error: unknown) => messageOf(error, '') === CONFIRM_YOURSELF

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
  const error = list.data && codes.data ? null : (list.error ?? codes.error)
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

/** Adds a passkey with a name. */
export function useNewPasskey() {
  const { factors: cache } = trpc.useUtils()
  return useMutation({
    mutationFn: async (name: string) => {
      const { ticket, passkeyOptions } = await trpcClient.factors.startPasskey.mutate()
      const passkey = await promptForNewPasskey(passkeyOptions)
      return await trpcClient.factors.confirmPasskey.mutate({ ticket, passkey, name })
    },
    onError: (error) => {
      if (isUnconfirmed(error)) void cache.invalidate()
    },
    onSuccess: () => cache.invalidate(),
  })
}

export type Proof = 'passkey' | { password: string } | { code: string }

/** The ways besides the password to confirm the identity of the user. Fetched once they are needed. */
export function useProofMethods(isNeeded: boolean) {
  const { data } = useQuery({
    queryKey: ['proof methods'],
    queryFn: async () => (await trpcClient.auth.startConfirm.mutate()).methods,
    enabled: isNeeded,
    staleTime: 0,
  })
  return data ?? []
}

/** A proof as the input of a call. */
export async function proofInput(proof: Proof) {
  if (proof !== 'passkey') return proof
  const { ticket, passkeyOptions = {} } = await trpcClient.auth.startConfirm.mutate()
  return { ticket, passkey: await promptForPasskey(passkeyOptions) }
}

/** Confirms the identity of the user for some minutes. */
export function useConfirm(onConfirmed?: () => void) {
  const { factors: cache } = trpc.useUtils()
  return useMutation({
    mutationFn: async (proof: Proof) => await trpcClient.auth.confirm.mutate(await proofInput(proof)),
    onSuccess: () => {
      onConfirmed?.()
      return cache.invalidate()
    },
  })
}
