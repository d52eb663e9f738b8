import { useEffect } from 'react'
import { issuesOf, messageOf } from '#src/lib/errors.ts'
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

type Form<Field extends string> = {
  setFieldError: (field: Field, message: string) => void
  getInputNode: (field: Field) => HTMLElement | null
}

/** What the server refuses of a field is said at that field. Returns what concerns none. */
export function refusalOf(error: unknown, fields: Record<string, string>, failure: string): string | null {
  return error && fieldOf(error, fields) === undefined ? messageOf(error, failure) : null
}

export function showAtField<Field extends string>(form: Form<Field>, fields: Record<string, Field>, error: unknown) {
  const field = fieldOf(error, fields)
  if (field === undefined) return
  form.setFieldError(field, messageOf(error, ''))
  form.getInputNode(field)?.focus()
}

function fieldOf<Field extends string>(error: unknown, fields: Record<string, Field>): Field | undefined {
  const [path] = issuesOf(error)[0]?.path ?? []
  return path === undefined ? undefined : fields[String(path)]
}
