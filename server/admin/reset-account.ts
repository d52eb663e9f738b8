import type { User } from '#shared/users/user.ts'
import { audit } from '../audit/audit.ts'
import { mailAccountChange } from '../auth/account-change-mail.ts'
import { deleteFactors } from '../auth/factors.repository.ts'
import { jwtSecret } from '../auth/jwt-secret.ts'
import { Passwords } from '../auth/passwords.ts'
import { Tokens } from '../auth/tokens.ts'
import type { Config } from '../config.ts'
import type { Databases } from '../database/databases.ts'
import { Writer } from '../database/writer.ts'
import { isMailOn } from '../mail/send-mail.ts'
import { findUserByEmail, setTempPassword, toUser } from '../users/users.repository.ts'
import { newTempPassword } from './temp-password.ts'

/**
 * Removes the second factors of a user and sets a temporary password, without a server. All sessions end. A server sends
 * the mail that tells the user.
 */
export async function resetAccount(
  databases: Databases,
  config: Config,
  email: string,
): Promise<(User & { tempPassword: string }) | undefined> {
  const { tempPassword, expiresAt } = newTempPassword()
  const passwords = new Passwords()
  const passwordHash = await passwords.hash(tempPassword)
  await passwords.close()
  const tokens = isMailOn({ config }) ? new Tokens(await jwtSecret(config, databases.writer)) : undefined
  return await new Writer(databases.writer, databases).write('users', async (db) => {
    const user = await findUserByEmail(db, email.trim().toLowerCase())
    if (!user) return undefined
    const before = { factors: await deleteFactors(db, user.id) }
    await setTempPassword(db, user, { passwordHash, expiresAt })
    await audit(db, {}, { action: 'factors.reset', target: user.id, before, after: { factors: 0 } })
    await audit(db, {}, { action: 'password.reset', target: user.id })
    if (tokens) await mailAccountChange(db, { config, tokens }, user, { what: 'account reset', by: 'the operator' })
    return { ...toUser(user), tempPassword }
  })
}
