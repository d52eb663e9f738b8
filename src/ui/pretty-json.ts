const LINES = 10
const CHARACTERS = 400

/** Indents a JSON object or array by two spaces, with numbers as written. Returns any other text unchanged. */
export function prettyJson(text: string): string {
  if (!/^\s*[[{]/.test(text)) return text
  try {
    return JSON.stringify(JSON.parse(text, keepNumber), null, 2)
  } catch {
    return text
  }
}

/** The first 10 lines and at most 400 characters of a text. */
export function shorten(text: string): string {
  const lines = text.split('\n', LINES + 1)
  const cut = lines.slice(0, LINES).join('\n').slice(0, CHARACTERS)
  return cut.length < text.length ? `${cut} …` : text
}

type WithRaw = typeof JSON & { rawJSON?: (text: string) => unknown }

/** Keeps a number's source text: JavaScript would round 9007199254740993 and write 1.10 as 1.1. */
function keepNumber(_key: string, value: unknown, context?: { source?: string }): unknown {
  const { rawJSON } = JSON as WithRaw
  return typeof value === 'number' && context?.source && rawJSON ? rawJSON(context.source) : value
}
