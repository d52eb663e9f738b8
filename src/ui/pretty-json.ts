import { asWritten, isRounded, type WithRaw } from '#shared/test-cases/json-number.ts'

const LINES = 10
const CHARACTERS = 400

const mayBeJson = (text: string) => /^\s*[[{]/.test(text)

/** Indents a JSON object or array by two spaces, with numbers as written. Returns any other text unchanged. */
export const prettyJson = (text: string): string => rewritten(text, keepNumber, 2) ?? text

/** A JSON object or array on one line, with numbers as written. Returns any other text unchanged. */
export const minifyJson = (text: string): string => rewritten(text, keepNumber, 0) ?? text

/** A JSON object or array with sorted keys and uniform numbers, indented by two spaces. Null for other text. */
export function canonicalJson(text: string): string | null {
  const inOneNotation: Reviver = (_key, value, source) => {
    if (typeof value === 'number' && source && isRounded(value, source)) return asWritten(source)
    return isObject(value) ? sorted(value) : value
  }
  return rewritten(text, inOneNotation, 2)
}

export function shorten(text: string): string {
  const lines = text.split('\n', LINES + 1)
  const cut = lines.slice(0, LINES).join('\n').slice(0, CHARACTERS)
  return cut.length < text.length ? `${cut} …` : text
}

type Reviver = (key: string, value: unknown, source?: string) => unknown

const keepNumber: Reviver = (_key, value, source) => (typeof value === 'number' && source ? asWritten(source) : value)

function rewritten(text: string, reviver: Reviver, indent: number): string | null {
  if (!mayBeJson(text)) return null
  try {
    const read = (key: string, value: unknown, context?: { source?: string }) => reviver(key, value, context?.source)
    return JSON.stringify(JSON.parse(text, read), null, indent)
  } catch {
    return null
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  const { isRawJSON } = JSON as WithRaw
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawJSON?.(value)
}

/** JavaScript lists keys such as '10' before all others, equally in both texts. */
function sorted(object: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
