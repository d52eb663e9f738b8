import { trpc } from '#src/lib/trpc.ts'

/** Whether anybody may sign up; undefined until it is known. When the check fails, nobody may. */
export function useSignupEnabled(): boolean | undefined {
  const { data, isError } = trpc.auth.signupEnabled.useQuery()
  return isError ? false : data?.signupEnabled
}
