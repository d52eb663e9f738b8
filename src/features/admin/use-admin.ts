import { useMutationState } from '@tanstack/react-query'
import { getMutationKey } from '@trpc/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { MfaRequired } from '#shared/auth/mfa-required.ts'
import type { PasswordPolicy } from '#shared/auth/password-policy.ts'
import type { User } from '#shared/users/user.ts'
import { codeOf, messageOf } from '#src/lib/errors.ts'
import { download } from '#src/lib/download.ts'
import { once } from '#src/lib/once.ts'
import { toastError, withToasts } from '#src/lib/toast.ts'
import { trpc } from '#src/lib/trpc.ts'
import { ask } from '#src/ui/confirm.tsx'

export function useAdminData() {
  const stats = trpc.admin.stats.useQuery()
  const users = trpc.admin.listUsers.useQuery({})
  const settings = trpc.admin.settings.useQuery()
  const parts = [stats, users, settings]
  return {
    stats: stats.data,
    users: users.data,
    settings: settings.data,
    error: parts.find(({ data, error }) => error && !data)?.error ?? null,
    retry: () => {
      for (const part of parts) void part.refetch()
    },
  }
}

/** Creates a user. Only this response contains the temporary password. */
export function useCreateUser() {
  const { admin } = trpc.useUtils()
  return trpc.admin.createUser.useMutation({ onSuccess: () => admin.invalidate() })
}

export function useUserActions() {
  const { admin } = trpc.useUtils()
  const onSuccess = () => admin.invalidate()
  const toggle = trpc.admin.toggleUserStatus.useMutation({
    // Waits until the list shows the new state: a second click would turn it back.
    ...withToasts({ onSuccess, failure: 'Failed to toggle user status' }),
    // Another administrator may have changed the user meanwhile.
    onSettled: (_user, error) => void (error && admin.invalidate()),
  })
  const remove = trpc.admin.deleteUser.useMutation({
    ...withToasts({ failure: 'Failed to delete user' }),
    // Also after a failure: another administrator may have deleted the user meanwhile.
    onSettled: () => admin.invalidate(),
  })
  const askToDelete = ({ id, name }: User) => {
    const text = `Are you sure you want to delete ${name}? Projects they own pass to you. This action cannot be undone.`
    ask({ title: 'Delete User', text, action: 'Delete' }, () => remove.mutate({ id }))
  }
  const signOut = trpc.sessions.signOutUser.useMutation(
    withToasts({ success: 'User signed out', failure: 'Failed to sign out the user' }),
  )
  const askToSignOut = ({ id, name }: User) => {
    const text = `Are you sure you want to sign out ${name} on all devices? Tokens go on working.`
    ask({ title: 'Sign Out User', text, action: 'Sign Out' }, () => signOut.mutate({ id }))
  }
  const erase = trpc.erasure.eraseById.useMutation(
    withToasts({ onSuccess, success: 'User erased', failure: 'Failed to erase the user' }),
  )
  const askToErase = ({ id, name }: User) => {
    const text = `Are you sure you want to erase ${name}? The name becomes “Former member”, and email, devices, tokens and networks are deleted. Projects they own pass to you. This action cannot be undone.`
    ask({ title: 'Erase User', text, action: 'Erase' }, () => erase.mutate({ id }))
  }
  const exportData = ({ id, name }: User) =>
    void download({ path: `/admin/users/${id}/export`, name: `${name}.json`, failure: 'Failed to export the data' })
  const resetFactors = trpc.factors.reset.useMutation(
    withToasts({ success: 'Second factor reset', failure: 'Failed to reset the second factor' }),
  )
  const askToResetFactors = ({ id, name }: User) => {
    const text = `Are you sure you want to remove the second factor and the recovery codes of ${name}? Make sure that it is they who ask. They sign in with the password alone, and all of their devices are signed out.`
    ask({ title: 'Reset Second Factor', text, action: 'Reset' }, () => resetFactors.mutate({ id }))
  }
  const [reset, setReset] = useState<{ name: string; tempPassword: string } | null>(null)
  const resetPassword = trpc.admin.resetUserPassword.useMutation(
    withToasts({ failure: 'Failed to reset the password' }),
  )
  const askToResetPassword = ({ id, name }: User) => {
    const text = `Are you sure you want to give ${name} a new, temporary password? All of their devices are signed out.`
    ask({ title: 'Reset Password', text, action: 'Reset' }, () =>
      resetPassword.mutate({ id }, { onSuccess: ({ tempPassword }) => setReset({ name, tempPassword }) }),
    )
  }
  const toggling = useMutationState({
    filters: { mutationKey: getMutationKey(trpc.admin.toggleUserStatus), status: 'pending' },
    select: ({ state }) => (state.variables as { id: string }).id,
  })
  return {
    isToggling: ({ id }: User) => toggling.includes(id),
    toggle: ({ id }: User) => once(`toggle ${id}`, () => toggle.mutateAsync({ id })),
    askToDelete,
    askToSignOut,
    askToResetPassword,
    askToResetFactors,
    askToErase,
    exportData,
    reset,
    dismiss: () => setReset(null),
  }
}

/** Sets the rules for new passwords, as an optimistic update. */
export function useSetPasswordPolicy() {
  const { admin, auth } = trpc.useUtils()
  const { mutate } = trpc.admin.changeSettings.useMutation({
    onMutate: async ({ passwordPolicy }) => {
      await admin.settings.cancel()
      admin.settings.setData(undefined, (before) => before && { ...before, passwordPolicy })
    },
    onError: (error) => toastError(messageOf(error, 'Failed to update the rules for passwords')),
    onSettled: () => Promise.all([admin.settings.invalidate(), auth.signupEnabled.invalidate()]),
  })
  return (passwordPolicy: PasswordPolicy) => mutate({ passwordPolicy })
}

/** Sets who must have a second factor, as an optimistic update. An administrator without one is led to the profile first. */
export function useSetMfaRequired() {
  const { admin } = trpc.useUtils()
  const [, navigate] = useLocation()
  const { mutate, isPending } = trpc.admin.changeSettings.useMutation({
    onMutate: async ({ mfaRequired }) => {
      await admin.settings.cancel()
      admin.settings.setData(undefined, (before) => before && { ...before, mfaRequired })
    },
    onError: (error) => {
      toastError(messageOf(error, 'Failed to update who must have a second factor'))
      if (codeOf(error) === 'FORBIDDEN') navigate('/profile')
    },
    onSettled: () => admin.settings.invalidate(),
  })
  return { setMfaRequired: (mfaRequired: MfaRequired) => mutate({ mfaRequired }), isPending }
}

/** Switches public signup on or off, as an optimistic update. */
export function useSetSignupEnabled() {
  const { admin, auth } = trpc.useUtils()
  return trpc.admin.setSignupEnabled.useMutation({
    onMutate: async ({ enabled }) => {
      await admin.settings.cancel()
      admin.settings.setData(undefined, (before) => ({ ...before, signup_enabled: enabled }))
    },
    onError: (error) => toastError(messageOf(error, 'Failed to update signup setting')),
    onSettled: () => Promise.all([admin.settings.invalidate(), auth.signupEnabled.invalidate()]),
  })
}
