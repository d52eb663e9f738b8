import type { SignupEnabled } from '#shared/auth/auth.ts'
import { trpc } from '#src/lib/trpc.ts'

/** Whether the visitor may sign up, and what the form asks for; undefined while loading. A failed check counts as disabled. */
export function useSignUp(): SignupEnabled | undefined {
  const { data, isError } = trpc.auth.signupEnabled.useQuery()
  return isError ? { signupEnabled: false } : data
}

/** Whether public signup is enabled; undefined while loading. A failed check counts as disabled. */
export function useSignupEnabled(): boolean | undefined {
  const { data, isError } = trpc.auth.signupEnabled.useQuery()
  return isError ? false : data?.signupEnabled
}
