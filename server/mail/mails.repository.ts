import type { Insertable, Selectable } from 'kysely'
import { countRows } from '../database/count-rows.ts'
import { noteDelivery } from '../database/changes.ts'
import type { Db } from '../database/databases.ts'
import { newId } from '../database/new-id.ts'
import type { MailTable } from '../database/notification-tables.ts'

export type MailRow = Selectable<MailTable>
type NewMail = Omit<Insertable<MailTable>, 'id' | 'created_at'>

/** One SMTP server delivers all mails, two at a time. */
const TARGET = 'mail'

/** Stores a mail and its delivery, which begins after the commit. */
export async function queueMail(db: Db, mail: NewMail): Promise<void> {
  const now = new Date().toISOString()
  const own = { id: newId(), event_id: null, mail_id: await insertMail(db, mail, now), created_at: now } as const
  await db
    .insertInto('deliveries')
    .values({ ...own, target: TARGET, form: 'mail', state: 'waiting', due_at: now })
    .execute()
  noteDelivery(db)
}

/** Stores a mail without a delivery: limits count it. Returns its id. */
export async function insertMail(db: Db, mail: NewMail, now = new Date().toISOString()): Promise<string> {
  const id = newId()
  await db
    .insertInto('mails')
    .values({ id, ...mail, created_at: now })
    .execute()
  return id
}

export async function findMail(db: Db, id: string): Promise<MailRow | undefined> {
  return await db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The content of a mail is not kept longer than needed: it may hold a link or a password. */
export async function forgetContent(db: Db, id: string): Promise<void> {
  await db.updateTable('mails').set({ sealed: null }).where('id', '=', id).execute()
}

/** Counts the mails of a kind since a time, to a recipient or caused by a user. */
export async function countMails(
  db: Db,
  by: { recipient: string } | { caused_by: string },
  { kind, since }: { kind: string; since: string },
): Promise<number> {
  const [[column, value]] = Object.entries(by) as [['recipient' | 'caused_by', string]]
  const mails = db.selectFrom('mails').where(column, '=', value).where('kind', '=', kind)
  return await countRows(mails.where('created_at', '>', since))
}
