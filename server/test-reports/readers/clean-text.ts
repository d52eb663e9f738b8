/** Stands in XML for the escape character, which XML cannot hold, until the text is cleaned. */
export const VISIBLE_ESCAPE = '\u241b'

// An operating system command (title, link) ends with BEL or ESC \; a control sequence with a letter; the rest is two or three characters.
const ANSI =
  /[\u001b\u241b]\][^\u0007\u001b\u241b\n]{0,2000}(?:\u0007|[\u001b\u241b]\\)|(?:[\u001b\u241b]\[|\u009b)[0-?]{0,64}[ -/]{0,8}[@-~]|[\u001b\u241b](?:[ -/][0-~]|[0-~])?/g
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffe\uffff]/g
const MAY_BE_UNCLEAN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u241b\ufffe\uffff\ud800-\udfff]/

/** The text without ANSI sequences and control characters; line breaks are `\n`, tabs stay. */
export function cleanText(text: string): string {
  if (!MAY_BE_UNCLEAN.test(text)) return text
  return text.replaceAll('\r\n', '\n').replaceAll(ANSI, '').replaceAll('\r', '\n').replaceAll(CONTROL, '').toWellFormed()
}

/** A name: clean, on one line, without white space around it. */
export function cleanName(text: string): string {
  return cleanText(text).replaceAll(/\s+/g, ' ').trim()
}

/** The first line of a text that is not blank, or null. */
export function firstLine(text: string | null): string | null {
  return text === null ? null : (/\S.*/.exec(text)?.[0].trimEnd() ?? null)
}
