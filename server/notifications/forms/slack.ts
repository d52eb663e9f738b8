import type { Message } from '../message.ts'
import { plain } from '../../outbox/plain.ts'
import { failureLine, fitLines } from './text.ts'

const [HEADER_MAX, SECTION_MAX] = [150, 3_000]
/** Mattermost shows `text` and no blocks; Slack shows it in notifications. */
const TEXT_MAX = 3_000

/** For Slack and Mattermost. What people wrote stands in blocks of plain text, in which Slack interprets nothing. */
export function slackMessage({ title, verdict, facts, failures, more, link }: Message): object {
  const lines = failures.map(failureLine)
  const head = [plain(title, HEADER_MAX), verdict, plain(facts, HEADER_MAX)].filter(Boolean).map(escape)
  const rest = TEXT_MAX - head.join('\n').length - link.url.length - 2
  const text = [...head, fitLines(lines, more, rest, escape), link.url].filter(Boolean).join('\n')
  return {
    text,
    blocks: [
      { type: 'header', text: plainText(plain(title, HEADER_MAX)) },
      ...[verdict, facts && plain(facts, SECTION_MAX), fitLines(lines, more, SECTION_MAX)]
        .filter(Boolean)
        .map((part) => ({ type: 'section', text: plainText(part) })),
      { type: 'section', text: { type: 'mrkdwn', text: `<${escape(link.url)}|${escape(link.text)}>` } },
    ],
  }
}

const plainText = (text: string) => ({ type: 'plain_text', text, emoji: false })

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
