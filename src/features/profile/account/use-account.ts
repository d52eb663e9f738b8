import { useEffect } from 'react'
import { messageOf } from '#src/lib/errors.ts'
import { accessToken, saveSession, storedUser } from '#src/lib/session.ts'
import { toastSuccess } from '#src/lib/toast.ts'
import { trpc } from '#src/lib/trpc.ts'

/** The signed-in user as the server knows them. A name that was changed on another device is shown here too. */
export function useProfile() {
  const { data, error, refetch } = trpc.auth.profile.useQuery(undefined, { staleTime: 0 })
  const name = data?.name
  useEffect(() => {
    if (name !== undefined) storeName(name)
  }, [name])
  return {
    profile: data,
    error: error && !data ? messageOf(error, 'Your profile could not be read') : null,
    retry: () => void refetch(),
  }
}

export function useRename() {
  const utils = trpc.useUtils()
  return trpc.auth.changeProfile.useMutation({
    onSuccess: (profile) => {
      utils.auth.profile.setData(undefined, profile)
      storeName(profile.name)
      toastSuccess('Name changed')
      // Lists and pages show it.
      void utils.invalidate()
    },
  })
}

function storeName(name: string): void {
  const [token, user] = [accessToken(), storedUser()]
  if (token && user && user.name !== name) saveSession(token, { ...user, name })
}

/** The answer has a new token, because all sessions end. */
export function useChangePassword(onChanged: () => void) {
  const utils = trpc.useUtils()
  return trpc.auth.resetPassword.useMutation({
    onSuccess: ({ accessToken: token }) => {
      const user = storedUser()
      if (user) saveSession(token, user)
      onChanged()
      toastSuccess('Password changed')
      void utils.sessions.invalidate()
    },
  })
}
