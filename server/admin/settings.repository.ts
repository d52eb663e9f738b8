import type { Db } from '../db.ts'

export async function readSignupEnabled(db: Db): Promise<boolean> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', 'signup_enabled').executeTakeFirst()
  return row?.value === 'true'
}

export async function writeSignupEnabled(db: Db, enabled: boolean): Promise<void> {
  const value = String(enabled)
  await db
    .insertInto('settings')
    .values({ key: 'signup_enabled', value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

/** Sets what the very first start finds; afterwards the administrators' choice rules. */
export async function initSignupEnabled(db: Db, enabled: boolean): Promise<void> {
  await db
    .insertInto('settings')
    .values({ key: 'signup_enabled', value: String(enabled) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
