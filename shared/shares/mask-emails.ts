/** Stands for an e-mail address. */
export const MASK = '…@…'

/** The at-sign as it is, in full width, and as URLs, JSON and HTML escape it. */
const AT = /@|＠|﹫|%40|\\u0040|&#0*64;|&#x0*40;|&commat;/giu

const LOCAL = /[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]/u
/** After the at-sign: labels with a last one that begins with a letter, or an address in brackets. */
const DOMAIN = /(?:[\p{L}\p{M}\p{N}_-]{1,63}\.){1,32}\p{L}[\p{L}\p{M}\p{N}-]{1,62}|\[(?:ipv6:)?[\da-f.:]{2,50}\]/iuy
const QUOTED = /"[^"\n]{0,64}$/u

/** Longer than any address that mail systems take. */
const LOCAL_MAX = 255

/** Replaces every e-mail address in a text. The time grows with the length of the text only. */
export function maskEmails(text: string): string {
  let masked = ''
  let end = 0
  for (const { 0: at, index } of text.matchAll(AT)) {
    DOMAIN.lastIndex = index + at.length
    const domain = DOMAIN.exec(text)
    const start = localStart(text, end, index)
    if (!domain || start === index) continue
    masked += text.slice(end, start) + MASK
    end = DOMAIN.lastIndex
  }
  return end === 0 ? text : masked + text.slice(end)
}

/** Where the part before the at-sign begins, not before `from`. */
function localStart(text: string, from: number, at: number): number {
  const before = text.slice(Math.max(from, at - LOCAL_MAX), at)
  const quoted = before.endsWith('"') ? QUOTED.exec(before.slice(0, -1)) : null
  if (quoted) return at - 1 - quoted[0].length
  const characters = Array.from(before)
  let start = at
  while (characters.length > 0) {
    const character = characters.pop() as string
    if (!LOCAL.test(character)) break
    start -= character.length
  }
  return start
}
