/** Values that are parsed at once. Ten million empty objects, in 30 MB, would stop the server for ten seconds. */
export const VALUES_MAX = 500_000

const [QUOTE, COMMA, BRACKET, BRACE] = [0x22, 0x2c, 0x5b, 0x7b] as const

/** Whether a JSON text has more values than may be parsed at once: commas, lists and objects outside of strings. */
export function hasTooManyValues(text: string): boolean {
  if (text.length <= VALUES_MAX) return false
  let values = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfString(text, at)
    else if (code === COMMA || code === BRACKET || code === BRACE) values += 1
    if (values > VALUES_MAX) return true
  }
  return false
}

/** The place of the quote that ends a string; the length of the text without one. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end
    while (text[before - 1] === '\\') before -= 1
    if ((end - before) % 2 === 0) return end
  }
  return text.length
}
