import { formatNumber } from './format.ts'
import { NAME_MAX } from './limits.ts'

/* The rules of texts. fields.ts makes schemas of them; pages use them without zod. */

export const refusals = {
  missing: (label: string) => `${label} is required`,
  tooLong: (label: string, max: number) => `${label} must be at most ${formatNumber(max)} characters long`,
  nul: (label: string) => `${label} must not contain NUL characters`,
}

/** Counts an emoji as one character, as JSON Schema and zod do, not as two UTF-16 units. */
export const isLonger = (text: string, max: number): boolean =>
  text.length > max && (text.length > 2 * max || Array.from(text).length > max)

export const hasNoNul = (text: string) => !text.includes('\0')

/** What is wrong with a text of at most `max` characters, or null. */
export function textProblem(label: string, text: string, max: number): string | null {
  if (isLonger(text, max)) return refusals.tooLong(label, max)
  return hasNoNul(text) ? null : refusals.nul(label)
}

/** What is wrong with a trimmed name, or null. */
export const nameProblem = (label: string, name: string): string | null =>
  name === '' ? refusals.missing(label) : textProblem(label, name, NAME_MAX)
