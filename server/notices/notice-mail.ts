import type { NoticeKind } from '#shared/notices/notice.ts'
import type { Services } from '../context.ts'
import type { Mail } from '../mail/send-mail.ts'
import { plain } from '../outbox/plain.ts'
import { DAY_MS, timeIn } from '../times.ts'
import type { NewNotice } from './notices.repository.ts'
import { unsubscribeUrl } from '../mail/unsubscribe-link.ts'

type Content = { notice: NewNotice; project: { id: string; name: string }; to: Mail['to'] & { userId: string } }

const [NAME_MAX, CASE_MAX] = [100, 200]
/** Older news is no news. */
const USEFUL_MS = 2 * DAY_MS

const REASONS: Record<NoticeKind, string> = {
  assigned: 'You get this mail because test cases were assigned to you.',
  'run.ended': 'You get this mail because you started the run.',
  'case.failing': 'You get this mail because you wrote the test cases.',
}

/** The subject says where and what, the first line what happened. */
export function noticeMail(services: Pick<Services, 'config' | 'tokens'>, { notice, project, to }: Content): Mail {
  const { kind, facts } = notice
  const { id, ref, name } = facts.testRun
  const baseUrl = services.config.PUBLIC_URL ?? ''
  const text = plain(facts.text, CASE_MAX)
  return {
    kind,
    to,
    expiresAt: timeIn(USEFUL_MS),
    content: {
      subject: `${plain(project.name, NAME_MAX)}: ${ref} ${plain(name, NAME_MAX)}: ${text}`,
      lines: [text],
      list: facts.cases.map((named) => `${named.ref} ${plain(named.name, CASE_MAX)}`),
      link: { text: `Open ${ref}`, url: `${baseUrl}/projects/${project.id}?tab=runs&run=${id}` },
      notes: [REASONS[kind]],
      unsubscribeUrl: unsubscribeUrl(services, { of: to.userId, kind }),
    },
  }
}
