import { trpc } from '#src/lib/trpc.ts'

/** Whether public signup is enabled; undefined while loading. A failed check counts as disabled. */
export function useSignupEnabled(): boolean | undefined {
  const { data, isError } = trpc.auth.signupEnabled.useQuery()
  return isError ? false : data?.signupEnabled
}
