import { useDebouncedValue } from '@mantine/hooks'
import type { UserMatch } from '#shared/users/user.ts'
import { USER_SEARCH_MIN } from '#shared/limits.ts'
import { trpc } from '#src/lib/trpc.ts'

const DEBOUNCE_MS = 300
const NONE: UserMatch[] = []

/** Debounced search for users by email or name. `isKnown`: the text is the complete email of a user. */
export function useUserSearch(typed: string) {
  const [email] = useDebouncedValue(typed.trim(), DEBOUNCE_MS)
  const { data } = trpc.users.search.useQuery({ email }, { enabled: email.length >= USER_SEARCH_MIN })
  const matches = email.length >= USER_SEARCH_MIN && data ? data : NONE
  return { matches, isKnown: hasEmail(matches, typed) }
}

export function hasEmail(users: UserMatch[], typed: string): boolean {
  const email = typed.trim().toLowerCase()
  return users.some((user) => user.email.toLowerCase() === email)
}
