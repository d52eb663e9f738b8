import type { Message } from '../message.ts'
import { plain } from '../../outbox/plain.ts'
import { failureLine, fitLines } from './text.ts'

const [CONTENT_MAX, TITLE_MAX, DESCRIPTION_MAX] = [2_000, 256, 4_096]
const COLORS = { good: 0x0b8562, bad: 0xa0142c, neutral: 0x88929c } as const

export function discordMessage({ tone, title, verdict, facts, failures, more, link }: Message): object {
  const lines = [facts && plain(facts, TITLE_MAX), ...failures.map(failureLine)].filter(Boolean)
  return {
    content: plain(verdict, CONTENT_MAX),
    embeds: [
      {
        title: plain(title, TITLE_MAX),
        url: link.url,
        description: fitLines(lines, more, DESCRIPTION_MAX),
        color: COLORS[tone],
      },
    ],
    allowed_mentions: { parse: [] },
  }
}
