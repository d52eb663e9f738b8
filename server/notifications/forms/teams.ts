import type { Message } from '../message.ts'
import { plain } from '../../outbox/plain.ts'
import { failureLine, fitLines } from './text.ts'

const TITLE_MAX = 256
/** Teams refuses messages of 28 kB. */
const LIST_MAX = 4_000
const COLORS = { good: 'Good', bad: 'Attention', neutral: 'Default' } as const

/** An adaptive card for Workflows. Text runs know no Markdown, other than text blocks. */
export function teamsMessage({ tone, title, verdict, facts, failures, more, link }: Message): object {
  const list = fitLines(failures.map(failureLine), more, LIST_MAX)
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      textRun(plain(title, TITLE_MAX), { weight: 'Bolder', size: 'Medium' }),
      textRun(verdict, { color: COLORS[tone] }),
      ...[facts && plain(facts, TITLE_MAX), ...list.split('\n')].filter(Boolean).map((line) => textRun(line)),
    ],
    actions: [{ type: 'Action.OpenUrl', title: link.text, url: link.url }],
  }
  return {
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content }],
  }
}

const textRun = (text: string, looks: object = {}) => ({
  type: 'RichTextBlock',
  inlines: [{ type: 'TextRun', text, ...looks }],
})
