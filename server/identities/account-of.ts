import { ASK_FOR_INVITE, CONNECT_FIRST, DEACTIVATED } from '#shared/auth/refusals.ts'
import { DomainError } from '#shared/errors.ts'
import type { Db } from '../database/databases.ts'
import type { UserRow } from '../database/tables.ts'
import type { OidcProvider } from '../oidc-config.ts'
import { findUser, findUserByEmail } from '../users/users.repository.ts'
import { findIdentity, type IdentityRow } from './identities.repository.ts'
import type { Vouched } from './vouched.ts'

/** Which account a person enters, and how it is theirs. */
export type Account =
  | { by: 'identity'; user: UserRow; identity: IdentityRow }
  /** The provider is trusted with its address. */
  | { by: 'trust'; user: UserRow }
  /** It has the same address: the password proves the rest, so that nobody takes an account over by an address. */
  | { by: 'password'; user: UserRow }
  /** It is to be made. */
  | { by: 'provision'; email: string }

/** Throws FORBIDDEN for a person who has no account here and gets none. */
export async function accountOf(db: Db, provider: OidcProvider, vouched: Vouched): Promise<Account> {
  const identity = await findIdentity(db, vouched)
  if (identity) {
    const user = await findUser(db, identity.user_id)
    if (!user) throw refused()
    return { by: 'identity', user: active(user), identity }
  }
  const { email, isVerified } = vouched
  if (email === null || !isVerified) throw refused()
  const user = await findUserByEmail(db, email)
  const isTheirs = provider.domains.includes(email.slice(email.lastIndexOf('@') + 1))
  if (!user) {
    if (provider.provision && isTheirs) return { by: 'provision', email }
    throw refused()
  }
  if (provider.trustEmail && isTheirs) return { by: 'trust', user: active(user) }
  if (user.password_hash === null) throw new DomainError('FORBIDDEN', CONNECT_FIRST)
  return { by: 'password', user }
}

const refused = () => new DomainError('FORBIDDEN', ASK_FOR_INVITE)

function active(user: UserRow): UserRow {
  if (user.is_active === 1) return user
  throw new DomainError('FORBIDDEN', DEACTIVATED)
}
