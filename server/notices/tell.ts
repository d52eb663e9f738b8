import { NOTICE_KINDS, type NoticeKind } from '#shared/notices/notice.ts'
import type { Services } from '../context.ts'
import { noteChange } from '../database/changes.ts'
import type { Db } from '../database/databases.ts'
import { sendMail } from '../mail/send-mail.ts'
import { insertNotices, listReceivers, type NewNotice } from './notices.repository.ts'
import { noticeMail } from './notice-mail.ts'

type Told = { project: { id: string; name: string }; eventId: string; notices: NewNotice[] }

/** Mails of one kind to a person in an hour. */
const MAILS_AN_HOUR = 30

/** Stores notices for those who are still members, and queues their mails, as each of them wants. */
export async function tell(db: Db, services: Pick<Services, 'config' | 'tokens'>, { project, eventId, notices }: Told) {
  const userIds = [...new Set(notices.map(({ userId }) => userId))].toSorted()
  const receivers = new Map((await listReceivers(db, project.id, userIds)).map((user) => [user.id, user]))
  const shown = notices.filter(({ userId, kind }) => {
    const receiver = receivers.get(userId)
    return receiver !== undefined && !isOff(receiver.app_off, kind)
  })
  // Its mail is sent with the first attempt that is stored, also of those who read mails only.
  const isNew = await insertNotices(db, { projectId: project.id, eventId }, shown)
  for (const { userId } of shown) noteChange(db, { kind: 'notices', userId })
  for (const notice of notices) {
    const receiver = receivers.get(notice.userId)
    if (!receiver?.email || isOff(receiver.mail_off, notice.kind)) continue
    if (shown.includes(notice) && !isNew(notice)) continue
    const mail = noticeMail(services, { notice, project, to: { address: receiver.email, userId: receiver.id } })
    await sendMail(db, services, { ...mail, mostAnHour: MAILS_AN_HOUR })
  }
}

/** `off` is JSON. */
const isOff = (off: string | null, kind: NoticeKind) => kindsIn(off).includes(kind)

/** The kinds in the JSON of a setting, in our order. */
export function kindsIn(json: string | null): NoticeKind[] {
  const given = json === null ? [] : (JSON.parse(json) as string[])
  return NOTICE_KINDS.filter((kind) => given.includes(kind))
}
