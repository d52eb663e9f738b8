import { type Insertable, sql } from 'kysely'
import { type NoticeKind, NOTICES_MAX } from '#shared/notices/notice.ts'
import { countRows } from '../database/count-rows.ts'
import { onSnapshot } from '../database/case-columns.ts'
import type { Db } from '../database/databases.ts'
import { inList } from '../database/dialect.ts'
import { newId } from '../database/new-id.ts'
import type { NoticeTables } from '../database/notice-tables.ts'

type NamedCase = { ref: string; name: string }
export type NoticeFacts = { testRun: { id: string; ref: string; name: string }; text: string; cases: NamedCase[] }
export type NewNotice = { userId: string; kind: NoticeKind; facts: NoticeFacts }
type SettingRow = Insertable<NoticeTables['notice_settings']>

/** Stores notices and deletes the oldest beyond the maximum. The returned function tells which are new. */
export async function insertNotices(
  db: Db,
  { projectId, eventId }: { projectId: string; eventId: string },
  notices: NewNotice[],
): Promise<(notice: NewNotice) => boolean> {
  const stored = new Set<NewNotice>()
  for (const notice of notices) {
    const { userId, kind, facts } = notice
    const own = { id: newId(), user_id: userId, kind, facts: JSON.stringify(facts), read_at: null }
    const row = { ...own, project_id: projectId, event_id: eventId, created_at: new Date().toISOString() }
    const insert = db
      .insertInto('notices')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
    if ((await insert.executeTakeFirst()).numInsertedOrUpdatedRows === 1n) stored.add(notice)
    await deleteOldest(db, userId)
  }
  return (notice) => stored.has(notice)
}

async function deleteOldest(db: Db, userId: string): Promise<void> {
  const kept = db.selectFrom('notices').select('id').where('user_id', '=', userId).orderBy('id', 'desc')
  const [last] = await kept.offset(NOTICES_MAX).limit(1).execute()
  if (last) await db.deleteFrom('notices').where('user_id', '=', userId).where('id', '<=', last.id).execute()
}

/** Active members of a project among the users, with what they want. */
export async function listReceivers(db: Db, projectId: string, userIds: string[]) {
  return await db
    .selectFrom('users')
    .innerJoin('project_members', 'project_members.user_id', 'users.id')
    .leftJoin('notice_settings', 'notice_settings.user_id', 'users.id')
    .select(['users.id', 'users.email', 'notice_settings.app_off', 'notice_settings.mail_off'])
    .where('project_members.project_id', '=', projectId)
    .where('users.id', 'in', inList(db, userIds))
    .where('users.is_active', '=', 1)
    .orderBy('users.id')
    .execute()
}

/** Who wrote the cases of results, in the order of the results. Cases of tools have no author. */
export async function listAuthors(db: Db, resultIds: string[]): Promise<{ resultId: string; userId: string }[]> {
  if (resultIds.length === 0) return []
  const rows = await db
    .selectFrom('test_results')
    .innerJoin('test_case_revisions', onSnapshot)
    .innerJoin('test_case_revisions as first', 'first.test_case_id', 'test_case_revisions.test_case_id')
    .select(['test_results.id as resultId', 'first.changed_by as userId'])
    .where('first.revision', '=', 1)
    .where('first.changed_by', 'is not', null)
    .where('test_results.id', 'in', inList(db, resultIds))
    .execute()
  const authors = new Map(rows.map(({ resultId, userId }) => [resultId, userId]))
  return resultIds.flatMap((resultId) => {
    const userId = authors.get(resultId)
    return userId ? [{ resultId, userId }] : []
  })
}

/** Those of the user's notices that the user may still see. */
function selectMine(db: Db, userId: string) {
  return db
    .selectFrom('notices')
    .innerJoin('projects', 'projects.id', 'notices.project_id')
    .innerJoin('project_members', (join) =>
      join
        .onRef('project_members.project_id', '=', 'notices.project_id')
        .onRef('project_members.user_id', '=', 'notices.user_id'),
    )
    .where('notices.user_id', '=', userId)
    .where('projects.deleted_at', 'is', null)
}

type Wanted = { limit: number | undefined; offset: number | undefined; unread: boolean | undefined }

/** Newest first. */
export async function listNoticeRows(db: Db, userId: string, { limit, offset, unread }: Wanted) {
  return await selectMine(db, userId)
    .selectAll('notices')
    .select('projects.name as project_name')
    .$if(unread === true, (query) => query.where('read_at', 'is', null))
    .$if(unread === false, (query) => query.where('read_at', 'is not', null))
    .orderBy('notices.id', 'desc')
    .limit(limit ?? NOTICES_MAX + 1)
    .$if(offset !== undefined, (query) => query.offset(offset as number))
    .execute()
}

export type NoticeRow = Awaited<ReturnType<typeof listNoticeRows>>[number]

export async function countNotices(db: Db, userId: string, unread: boolean | undefined): Promise<number> {
  const all = selectMine(db, userId)
  if (unread === undefined) return await countRows(all)
  return await countRows(all.where('read_at', unread ? 'is' : 'is not', null))
}

export const countUnread = async (db: Db, userId: string): Promise<number> => await countNotices(db, userId, true)

export async function findNotice(db: Db, userId: string, id: string): Promise<NoticeRow | undefined> {
  return await selectMine(db, userId)
    .selectAll('notices')
    .select('projects.name as project_name')
    .where('notices.id', '=', id)
    .executeTakeFirst()
}

/** Marks one unread notice, or all of them, as read. */
export async function markRead(db: Db, userId: string, id?: string): Promise<void> {
  await db
    .updateTable('notices')
    .set({ read_at: new Date().toISOString() })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id as string))
    .execute()
}

export async function findSettings(db: Db, userId: string) {
  return await db.selectFrom('notice_settings').selectAll().where('user_id', '=', userId).executeTakeFirst()
}

export async function saveSettings(db: Db, row: SettingRow): Promise<void> {
  const { user_id: _, ...change } = row
  const insert = db.insertInto('notice_settings').values(row)
  await insert.onConflict((conflict) => conflict.column('user_id').doUpdateSet(change)).execute()
}

/** The account that a link of a mail belongs to. */
export async function findAccount(db: Db, userId: string): Promise<{ email: string | null } | undefined> {
  const users = db.selectFrom('users').select('email').where('id', '=', userId)
  return await users.where(sql.ref('deleted_at'), 'is', null).executeTakeFirst()
}
