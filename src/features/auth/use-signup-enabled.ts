import type { SignupEnabled } from '#shared/auth/auth.ts'
import { trpc } from '#src/lib/trpc.ts'

/** Whether the visitor may sign up, and what the form asks for; undefined while loading. A failed check counts as disabled. */
export function useSignUp(): SignupEnabled | undefined {
  const { data, isError } = trpc.auth.signupEnabled.useQuery()
  return isError ? { signupEnabled: false } : data
}

/** What a new password must be, for its field. */
export function usePasswordHint(): string {
  const { data } = trpc.auth.signupEnabled.useQuery()
  return data?.passwordPolicy === 'strong'
    ? 'At least 15 characters, and not a common password'
    : 'At least 6 characters'
}

/** Whether public signup is enabled; undefined while loading. A failed check counts as disabled. */
export function useSignupEnabled(): boolean | undefined {
  const { data, isError } = trpc.auth.signupEnabled.useQuery()
  return isError ? false : data?.signupEnabled
}
