import type { SignupEnabled } from '#shared/auth/auth.ts'
import { trpc } from '#src/lib/trpc.ts'

/** Whether the visitor may sign up, and what the form asks for; undefined while loading. A failed check counts as disabled. */
export function useSignUp(): SignupEnabled | undefined {
  const { data, isError } = trpc.auth.signupEnabled.useQuery()
  return isError ? { signupEnabled: false } : data
}

/** What a new password must be, for its field. Those of accounts may be shorter with a second factor. */
export function usePasswordHint({ isOfAccount = false } = {}): string {
  const { data } = trpc.auth.signupEnabled.useQuery()
  if (data?.passwordPolicy !== 'strong') return 'At least 6 characters'
  return `At least 15 characters${isOfAccount ? ', or 8 if you have a second factor' : ''}, and not a common password`
}
