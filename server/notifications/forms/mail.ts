import { formatNumber } from '#shared/format.ts'
import { withoutLinks } from '../../mail/render-mail.ts'
import type { MailContent } from '../../mail/send-mail.ts'
import type { Message } from '../message.ts'
import { failureText } from './text.ts'

const [TITLE_MAX, LINE_MAX] = [150, 300]

/** A mail, perhaps to a stranger: only our own link is one. */
export function mailMessage({ title, verdict, facts, failures, more, link }: Message): MailContent {
  const about = withoutLinks(title, TITLE_MAX)
  return {
    subject: `${about}: ${verdict}`,
    lines: [about, verdict, withoutLinks(facts, LINE_MAX)].filter(Boolean),
    list: [
      ...failures.map((failure) => withoutLinks(failureText(failure), LINE_MAX)),
      ...(more > 0 ? [`… and ${formatNumber(more)} more`] : []),
    ],
    link,
    notes: ['You get this mail because an owner of the project entered this address in its settings.'],
  }
}
