import { sql } from 'kysely'
import { erasePersonal } from '../audit/audit.repository.ts'
import { factorAccount, passkeyAccount } from '../auth/second-factor.ts'
import { deleteAllFailures } from '../auth/sign-in-limit.ts'
import type { Tokens } from '../auth/tokens.ts'
import { noteChange } from '../database/changes.ts'
import type { Db } from '../database/databases.ts'
import type { UserRow } from '../database/tables.ts'
import { listAddresses } from '../identities/identities.repository.ts'
import { deleteInvitesTo } from '../invites/invites.repository.ts'
import { giveWay } from '../limits/give-way.ts'
import { deleteMailsTo } from '../notifications/webhooks.repository.ts'
import { HELD, type Held, KEYS, SECRET } from './personal-data.ts'

/** The user, also a deleted one: its name is left. */
export async function findAnyUser(db: Db, id: string): Promise<UserRow | undefined> {
  return await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Deletes what is stored about a user and replaces the name. `continueErasure` does the rest. */
export async function eraseUser(db: Db, tokens: Tokens, { id, email }: UserRow): Promise<void> {
  const addresses = await listAddresses(db, { id, email })
  await deleteAllFailures(db, [`password of ${id}`, factorAccount(id), passkeyAccount(id), ...addresses])
  await erasePersonal(db, id, addresses)
  await deleteInvitesTo(db, addresses)
  await deleteMailsTo(db, tokens, addresses)
  for (const [table, column] of HELD)
    await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(db)
  const nothing = { email: null, password_hash: null, search_text: '', temp_password_expires_at: null } as const
  await db
    .updateTable('users')
    .set({ ...nothing, name: formerName(id), is_admin: 0, is_active: 0, must_reset_password: 0, erasing: 'answers:' })
    .set((eb) => ({ deleted_at: eb.fn.coalesce('deleted_at', eb.val(new Date().toISOString())) }))
    .where('id', '=', id)
    .execute()
  noteChange(db, { kind: 'user', userId: id })
}

/** The end of the id is random. */
const formerName = (id: string) => `Former member ${id.slice(-4).toUpperCase()}`

/** Rows of one slice. */
const SLICE = 500

type Row = Record<string, string | number | null>

/** The rows of a table that belong to a user, without secrets, in the order of its key. */
export async function* heldIn(db: Db, [table, column]: Held, userId: string): AsyncGenerator<Row[]> {
  const key = KEYS[table] ?? ['id']
  const order = sql.join(key.map((each) => sql.ref(each)))
  let after = sql``
  for (;;) {
    const { rows } = await sql<Row>`select * from ${sql.table(table)} where ${sql.ref(column)} = ${userId} ${after}
      order by ${order} limit ${sql.lit(SLICE)}`.execute(db)
    if (rows.length > 0) yield rows.map(withoutSecrets)
    const last = rows.at(-1)
    if (!last || rows.length < SLICE) return
    after = sql`and (${order}) > (${sql.join(key.map((each) => last[each]))})`
    await giveWay()
  }
}

const withoutSecrets = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([column]) => !SECRET.test(column)))
