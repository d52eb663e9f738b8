import type { Selectable } from 'kysely'
import { Email } from '#shared/fields.ts'
import type { Tokens } from '../auth/tokens.ts'
import type { Authorized } from '../authorize.ts'
import type { Db } from '../database/databases.ts'
import { inList } from '../database/dialect.ts'
import { newId } from '../database/new-id.ts'
import type { WebhookTable } from '../database/notification-tables.ts'
import { type Param, prepared } from '../database/prepared.ts'
import type { ProjectRow } from '../projects/projects.repository.ts'
import { unsealWebhook } from './sealed-webhook.ts'

export type WebhookRow = Selectable<WebhookTable>
type ManagedProject = Authorized<ProjectRow, 'webhook.manage'>
/** A row that was found through its project. */
export type ManagedWebhook = Authorized<WebhookRow, 'webhook.manage'>

/** Oldest first. */
export async function listWebhookRows(db: Db, project: ManagedProject): Promise<WebhookRow[]> {
  return await db.selectFrom('webhooks').selectAll().where('project_id', '=', project.id).orderBy('id').execute()
}

export async function findWebhookOf(db: Db, project: ManagedProject, id: string): Promise<ManagedWebhook | undefined> {
  const rows = db.selectFrom('webhooks').selectAll().where('id', '=', id).where('project_id', '=', project.id)
  return (await rows.executeTakeFirst()) as ManagedWebhook | undefined
}

/** For deliveries: whoever made the webhook was authorized. */
export async function findWebhook(db: Db, id: string): Promise<WebhookRow | undefined> {
  return await db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Prepared: it runs for each write with an event. */
export const listActiveWebhooks = prepared((db, param: Param<{ projectId: string }>) =>
  db
    .selectFrom('webhooks')
    .select(['id', 'form', 'events', 'branch', 'environment'])
    .where('project_id', '=', param('projectId'))
    .where('is_active', '=', 1),
)

type Fields = Omit<WebhookRow, 'id' | 'project_id' | 'created_at' | 'failing_since' | 'off_reason'>

export async function insertWebhook(db: Db, project: ManagedProject, fields: Fields): Promise<WebhookRow> {
  const own = { id: newId(), project_id: project.id, created_at: new Date().toISOString() }
  const row = { ...own, ...fields, failing_since: null, off_reason: null }
  await db.insertInto('webhooks').values(row).execute()
  return row
}

export async function updateWebhook(
  db: Db,
  webhook: ManagedWebhook,
  change: Partial<Omit<WebhookRow, 'id' | 'project_id'>>,
): Promise<WebhookRow> {
  await db.updateTable('webhooks').set(change).where('id', '=', webhook.id).execute()
  return { ...webhook, ...change }
}

/** Its deliveries expire with the log. */
export async function deleteWebhook(db: Db, webhook: ManagedWebhook): Promise<void> {
  await db.deleteFrom('webhooks').where('id', '=', webhook.id).execute()
}

/** The endpoints that mail one of these addresses. Few: the address of each is decrypted. */
export async function deleteMailsTo(db: Db, tokens: Tokens, addresses: readonly string[]): Promise<void> {
  const mails = await db.selectFrom('webhooks').select(['id', 'sealed']).where('form', '=', 'mail').execute()
  const ids = mails.filter((row) => addresses.includes(Email.safeParse(unsealWebhook(tokens, row)?.url).data ?? ''))
  await db
    .deleteFrom('webhooks')
    .where(
      'id',
      'in',
      inList(
        db,
        ids.map(({ id }) => id),
      ),
    )
    .execute()
}

/** What a delivery tells about the state of its webhook. */
export async function setWebhookState(
  db: Db,
  id: string,
  state: Partial<Pick<WebhookRow, 'failing_since' | 'is_active' | 'off_reason'>>,
): Promise<void> {
  await db.updateTable('webhooks').set(state).where('id', '=', id).execute()
}
