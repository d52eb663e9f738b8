/** Stands for an e-mail address. */
const MASK = '…@…'

/** The at-sign as it is, in full width, and as URLs, JSON and HTML escape it. */
const AT = /@|＠|﹫|%40|\\u0040|&#0*64;|&#x0*40;|&commat;/giu

const LOCAL = /[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]/u
/** After the at-sign: labels with a last one that begins with a letter, or an address in brackets. */
const DOMAIN = /(?:[\p{L}\p{M}\p{N}_-]{1,63}\.){1,32}\p{L}[\p{L}\p{M}\p{N}-]{1,62}|\[(?:ipv6:)?[\da-f.:]{2,50}\]/iuy

/** Longer than any address that mail systems take. */
const LOCAL_MAX = 255
/** Of a local part in quotes. */
const QUOTED_MAX = 64

/**
 * Replaces every e-mail address in a text. The time grows with the length of the text only: no character is read more than
 * a few times, whatever at-signs are around it.
 */
export function maskEmails(text: string): string {
  let masked = ''
  let end = 0
  for (const { 0: at, index } of text.matchAll(AT)) {
    // First, because no two at-signs share a domain. Most share what is before them.
    DOMAIN.lastIndex = index + at.length
    if (!DOMAIN.test(text)) continue
    const start = localStart(text, Math.max(end, index - LOCAL_MAX), index)
    if (start === index) continue
    masked += text.slice(end, start) + MASK
    end = DOMAIN.lastIndex
  }
  return end === 0 ? text : masked + text.slice(end)
}

/** Where the part before the at-sign begins, not before `from`. */
function localStart(text: string, from: number, at: number): number {
  const quote = text[at - 1] === '"' && at > from ? openingQuote(text, from, at - 1) : -1
  if (quote >= 0) return quote
  let start = at
  while (start > from) {
    const character = characterBefore(text, from, start)
    if (!LOCAL.test(character)) break
    start -= character.length
  }
  return start
}

/** The quote before the closing one in the same line; -1 without one near it. */
function openingQuote(text: string, from: number, closing: number): number {
  for (let at = closing - 1; at >= from && at >= closing - QUOTED_MAX - 1; at -= 1) {
    if (text[at] === '"') return at
    if (text[at] === '\n') return -1
  }
  return -1
}

/** A character beyond U+FFFF has two halves. */
function characterBefore(text: string, from: number, end: number): string {
  const pair = end - from >= 2 ? (text.codePointAt(end - 2) ?? 0) : 0
  return text.slice(pair > 0xffff ? end - 2 : end - 1, end)
}
