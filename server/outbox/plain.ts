import { cutText } from './cut-text.ts'

/*
 * Names and messages are written by anybody who can send results. In a chat or a mail they must not mention people, hide a link,
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
