import { useDebouncedValue } from '@mantine/hooks'
import { USER_SEARCH_MIN, type UserMatch } from '#shared/users/user.ts'
import { trpc } from '#src/lib/trpc.ts'

const DEBOUNCE_MS = 300
const NONE: UserMatch[] = []

/** The users whose email or name contains what is typed, and whether it is the whole email of one of them. */
export function useUserSearch(typed: string) {
  const [email] = useDebouncedValue(typed.trim(), DEBOUNCE_MS)
  const { data } = trpc.users.search.useQuery({ email }, { enabled: email.length >= USER_SEARCH_MIN })
  const matches = email.length >= USER_SEARCH_MIN && data ? data : NONE
  return { matches, isKnown: isOneOf(matches, typed) }
}

/** Whether what is typed is the whole email of one of these users. */
export function isOneOf(users: UserMatch[], typed: string): boolean {
  const email = typed.trim().toLowerCase()
  return users.some((user) => user.email.toLowerCase() === email)
}
