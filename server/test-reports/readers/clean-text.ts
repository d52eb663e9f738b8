/** Replaces the escape character, which XML forbids, until the text is cleaned. */
export const VISIBLE_ESCAPE = '\u241b'
export const ESCAPE = String.fromCharCode(27)

/** Commands such as title and link. They end with BEL or ESC \. */
const COMMAND = /\u241b\][^\p{Cc}\u241b]{0,2000}(?:(?![\t\n])\p{Cc}|\u241b\\)?/u
/** Control sequences end with a letter. */
const CONTROL_SEQUENCE = /(?:\u241b\[|\u009b)[0-?]{0,64}[ -/]{0,8}[@-~]?/u
const SHORT_SEQUENCE = /\u241b(?:[ -/][0-~]|[0-~])?/u
const ANSI = new RegExp([COMMAND, CONTROL_SEQUENCE, SHORT_SEQUENCE].map(({ source }) => source).join('|'), 'gu')
const CONTROL = /[^\t\n\u0020-\u007e\u00a0-\ufffd]/g
const MAY_BE_UNCLEAN = /[^\t\n\u0020-\u007e\u00a0-\u241a\u241c-\ud7ff\ue000-\ufffd]/

/** Removes ANSI sequences and control characters, except tabs; line breaks become `\n`. */
export function cleanText(text: string): string {
  if (!MAY_BE_UNCLEAN.test(text)) return text
  const visible = text.replaceAll('\r\n', '\n').replaceAll(ESCAPE, VISIBLE_ESCAPE)
  return visible.replaceAll(ANSI, '').replaceAll('\r', '\n').replaceAll(CONTROL, '').toWellFormed()
}

export function cleanName(text: string): string {
  const clean = cleanText(text)
  return (/\s\s|[^\S ]/.test(clean) ? clean.replaceAll(/\s+/g, ' ') : clean).trim()
}

export function firstLine(text: string | null): string | null {
  return text === null ? null : (/\S.*/.exec(text)?.[0].trimEnd() ?? null)
}
