import type { NewFailure } from '#shared/notifications/event.ts'
import { cutText } from '../cut-text.ts'

/*
 * Names and messages are written by anybody who can send results. In a chat they must not mention people, hide a link,
 * load a picture or turn the text around.
 */

const ZERO_WIDTH = '\u200B'
/** Invisible characters that change the direction of what follows, and other controls. */
const CONTROLS = /[\u202A-\u202E\u2066-\u2069\u200E\u200F\u061C]|(?![\n\t])\p{Cc}/gu
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const [ISOLATE, END_ISOLATE] = ['\u2068', '\u2069']

/** A text of one line that no chat gives a meaning to. It has at most `max` characters. */
export function plain(text: string, max: number): string {
  const oneLine = text.replace(CONTROLS, '').replace(/\s+/g, ' ').trim()
  const harmless = oneLine
    .replace(/@(?=\S)/g, `@${ZERO_WIDTH}`)
    .replace(/\](?=[([:])/g, `]${ZERO_WIDTH}`)
    .replace(/<(?=\S)/g, `<${ZERO_WIDTH}`)
    .replaceAll('`', "'")
  const isolates = RIGHT_TO_LEFT.test(harmless)
  const short = cutText(harmless, isolates ? max - 2 : max)
  return isolates ? ISOLATE + short + END_ISOLATE : short
}

const [NAME_MAX, SUITE_MAX, PERSON_MAX] = [120, 60, 40]

/** '• C12 Pays by card (Payments) · Ada' */
export function failureLine({ ref, name, suite, assignee }: NewFailure): string {
  const who = assignee ? ` · ${plain(assignee.name, PERSON_MAX)}` : ''
  return `• ${plain(ref, PERSON_MAX)} ${plain(name, NAME_MAX)} (${plain(suite, SUITE_MAX)})${who}`
}

/** The lines that fit, and how many more there are. */
export function fitLines(lines: string[], more: number, max: number, escape = (line: string) => line): string {
  const kept: string[] = []
  let length = 0
  for (const line of lines.map(escape)) {
    if (length + line.length + 1 > max - '… and 1,000,000 more'.length) break
    kept.push(line)
    length += line.length + 1
  }
  const left = lines.length - kept.length + more
  return [...kept, ...(left > 0 ? [`… and ${left.toLocaleString('en')} more`] : [])].join('\n')
}
