import { USER_SEARCH_MIN, type SearchUsers, type UserMatch } from '#shared/users/user.ts'
import type { Context } from '../context.ts'
import { searchUsers } from './users.repository.ts'

export async function findUsers({ db }: Context, { email = '' }: SearchUsers): Promise<UserMatch[]> {
  const contained = email.trim()
  return contained.length < USER_SEARCH_MIN ? [] : await searchUsers(db, contained)
}
