import type { Message } from '#shared/message.ts'
import { notFound } from '#shared/errors.ts'
import { type Digest, lastDigestTime, type SetDigest } from '#shared/notices/digest.ts'
import {
  type ListNotices,
  type Notice,
  NOTICE_KINDS,
  type NoticeInput,
  type NoticeKind,
  type NoticeSettings,
  type SetNoticeSetting,
  type UnreadNotices,
} from '#shared/notices/notice.ts'
import type { SessionContext } from '../context.ts'
import { noteChange } from '../database/changes.ts'
import type { Db } from '../database/databases.ts'
import { offsetPage, type Page, rowsToRead, totalOf } from '../http/paging.ts'
import { isMailOn } from '../mail/send-mail.ts'
import {
  countNotices,
  countUnread,
  findNotice,
  findSettings,
  listNoticeRows,
  markRead,
  type NoticeFacts,
  type NoticeRow,
  saveSettings,
} from './notices.repository.ts'
import { kindsIn } from './tell.ts'

export async function listNotices(ctx: SessionContext, { unread, ...part }: ListNotices): Promise<Page<Notice>> {
  const { id } = ctx.actor.user
  const rows = await listNoticeRows(ctx.db, id, { unread, limit: rowsToRead(part.limit), offset: part.offset })
  const page = offsetPage(rows, part, await totalOf(rows, part, async () => await countNotices(ctx.db, id, unread)))
  return { ...page, items: page.items.map(toNotice) }
}

export async function unreadNotices({ db, actor }: SessionContext): Promise<UnreadNotices> {
  return { unread: await countUnread(db, actor.user.id) }
}

export async function readNotice(ctx: SessionContext, { id }: NoticeInput): Promise<Notice> {
  const userId = ctx.actor.user.id
  return await ctx.write(null, async (db) => {
    await markRead(db, userId, id)
    const row = await findNotice(db, userId, id)
    if (!row) throw notFound('Notice')
    noteChange(db, { kind: 'notices', userId })
    return toNotice(row)
  })
}

export async function readAllNotices(ctx: SessionContext): Promise<Message> {
  const userId = ctx.actor.user.id
  return await ctx.write(null, async (db) => {
    await markRead(db, userId)
    noteChange(db, { kind: 'notices', userId })
    return { message: 'All notices are read' }
  })
}

export async function noticeSettings(ctx: SessionContext): Promise<NoticeSettings> {
  return await readSettings(ctx, ctx.db)
}

/** Omitted fields stay. */
export async function setNoticeSetting(ctx: SessionContext, change: SetNoticeSetting): Promise<NoticeSettings> {
  return await ctx.write('users', async (db) => {
    await turn(db, ctx.actor.user.id, change)
    return await readSettings(ctx, db)
  })
}

/** Turns a kind of notice on or off for a user. */
export async function turn(db: Db, userId: string, { kind, app, mail }: SetNoticeSetting): Promise<void> {
  const row = await findSettings(db, userId)
  await saveSettings(db, {
    user_id: userId,
    app_off: JSON.stringify(changed(kindsIn(row?.app_off ?? null), kind, app)),
    mail_off: JSON.stringify(changed(kindsIn(row?.mail_off ?? null), kind, mail)),
  })
}

export async function setDigest(ctx: SessionContext, { digest }: SetDigest): Promise<NoticeSettings> {
  return await ctx.write('users', async (db) => {
    await turnDigest(db, ctx.actor.user.id, digest)
    return await readSettings(ctx, db)
  })
}

/** The first digest is of the period that has begun. */
export async function turnDigest(db: Db, userId: string, digest: Digest): Promise<void> {
  const row = await findSettings(db, userId)
  if ((row?.digest ?? 'off') === digest) return
  const period = digest === 'off' ? null : digest
  await saveSettings(db, {
    user_id: userId,
    app_off: row?.app_off ?? '[]',
    mail_off: row?.mail_off ?? '[]',
    digest: period,
    digested_until: period && lastDigestTime(period, Date.now()).toISOString(),
  })
}

function changed(off: NoticeKind[], kind: NoticeKind, isOn: boolean | null | undefined): NoticeKind[] {
  if (isOn == null) return off
  return isOn ? off.filter((each) => each !== kind) : [...new Set([...off, kind])]
}

async function readSettings({ actor, config }: SessionContext, db: Db): Promise<NoticeSettings> {
  const row = await findSettings(db, actor.user.id)
  const [appOff, mailOff] = [kindsIn(row?.app_off ?? null), kindsIn(row?.mail_off ?? null)]
  const kinds = NOTICE_KINDS.map((kind) => ({ kind, app: !appOff.includes(kind), mail: !mailOff.includes(kind) }))
  return { kinds, digest: row?.digest ?? 'off', isMailOn: isMailOn({ config }) }
}

function toNotice(row: NoticeRow): Notice {
  const { id, kind, project_id, project_name, created_at, read_at } = row
  const { testRun, text, cases } = JSON.parse(row.facts) as NoticeFacts
  const project = { projectId: project_id, projectName: project_name }
  return { id, kind, ...project, testRun, text, cases, createdAt: created_at, readAt: read_at }
}
