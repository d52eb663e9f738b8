import type { SearchUsers, UserMatch } from '#shared/users/user.ts'
import { USER_SEARCH_MIN } from '#shared/limits.ts'
import type { Context } from '../context.ts'
import { searchUsers } from './users.repository.ts'

export async function findUsers({ db }: Context, { email = '' }: SearchUsers): Promise<UserMatch[]> {
  return email.length < USER_SEARCH_MIN ? [] : await searchUsers(db, email)
}
