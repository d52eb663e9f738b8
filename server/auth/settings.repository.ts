import type { MfaRequired } from '#shared/auth/mfa-required.ts'
import type { PasswordPolicy } from '#shared/auth/password-policy.ts'
import type { Db } from '../database/databases.ts'
import type { SettingTable } from '../database/auth-tables.ts'

export async function readSignupEnabled(db: Db): Promise<boolean> {
  return (await readSetting(db, 'signup_enabled')) === 'true'
}

export async function writeSignupEnabled(db: Db, enabled: boolean): Promise<void> {
  await writeSetting(db, 'signup_enabled', String(enabled))
}

export async function readPasswordPolicy(db: Db): Promise<PasswordPolicy> {
  return (await readSetting(db, 'password_policy')) === 'strong' ? 'strong' : 'spec'
}

export async function writePasswordPolicy(db: Db, policy: PasswordPolicy): Promise<void> {
  await writeSetting(db, 'password_policy', policy)
}

export async function readMfaRequired(db: Db): Promise<MfaRequired> {
  return ((await readSetting(db, 'mfa_required')) as MfaRequired | undefined) ?? 'off'
}

export async function writeMfaRequired(db: Db, required: MfaRequired): Promise<void> {
  await writeSetting(db, 'mfa_required', required)
}

/** Stores the initial setting on the first start. Later the administrators change it. */
export async function initSignupEnabled(db: Db, enabled: boolean): Promise<void> {
  await initSetting(db, 'signup_enabled', String(enabled))
}

/** Stores a secret if the database has none. Returns the stored one. */
export async function storeJwtSecret(db: Db, secret: string): Promise<string> {
  await initSetting(db, 'jwt_secret', secret)
  return (await readSetting(db, 'jwt_secret')) as string
}

async function readSetting(db: Db, key: SettingTable['key']): Promise<string | undefined> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst()
  return row?.value
}

async function writeSetting(db: Db, key: SettingTable['key'], value: string): Promise<void> {
  await db
    .insertInto('settings')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

async function initSetting(db: Db, key: SettingTable['key'], value: string): Promise<void> {
  await db
    .insertInto('settings')
    .values({ key, value })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
