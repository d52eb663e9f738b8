const MASK = '…@…'

/** The at sign: plain, full width, and as URLs, JSON and HTML escape it. */
const AT = /@|＠|﹫|%40|\\u0040|&#0*64;|&#x0*40;|&commat;/giu

const LOCAL = /[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]/u
/** The domain: labels whose last one starts with a letter, or an IP address in brackets. */
const DOMAIN = /(?:[\p{L}\p{M}\p{N}_-]{1,63}\.){1,32}\p{L}[\p{L}\p{M}\p{N}-]{1,62}|\[(?:ipv6:)?[\da-f.:]{2,50}\]/iuy

/** Longer than any local part that mail systems accept. */
const LOCAL_MAX = 255
/** The same for a quoted local part. */
const QUOTED_MAX = 64

/** Replaces every e-mail address in a text, in linear time. */
export function maskEmails(text: string): string {
  let masked = ''
  let end = 0
  for (const { 0: at, index } of text.matchAll(AT)) {
    // The domain is checked first: two at signs never share a domain, but many share the text before them.
    DOMAIN.lastIndex = index + at.length
    if (!DOMAIN.test(text)) continue
    const start = localStart(text, Math.max(end, index - LOCAL_MAX), index)
    if (start === index) continue
    masked += text.slice(end, start) + MASK
    end = DOMAIN.lastIndex
  }
  return end === 0 ? text : masked + text.slice(end)
}

/** The start of the local part, not before `from`. */
function localStart(text: string, from: number, at: number): number {
  const quote = text[at - 1] === '"' ? openingQuote(text, from, at - 1) : -1
  if (quote >= 0) return quote
  let start = at
  while (start > from) {
    const character = characterBefore(text, from, start)
    if (!LOCAL.test(character)) break
    start -= character.length
  }
  return start
}

/** The quote that opens before the closing one, in the same line; -1 if none is near. */
function openingQuote(text: string, from: number, closing: number): number {
  for (let at = closing - 1; at >= from && at >= closing - QUOTED_MAX - 1; at -= 1) {
    if (text[at] === '"') return at
    if (text[at] === '\n') return -1
  }
  return -1
}

/** Characters beyond U+FFFF have two halves. */
function characterBefore(text: string, from: number, end: number): string {
  const pair = end - from >= 2 ? (text.codePointAt(end - 2) ?? 0) : 0
  return text.slice(pair > 0xffff ? end - 2 : end - 1, end)
}
