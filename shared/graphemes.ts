/** The longest characters that people write, as families of emoji with skin tones, have 15 UTF-16 units. */
const UNITS_PER_GRAPHEME = 16

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** A text of `max` characters has at most so many UTF-16 units. Endless combining marks are no character. */
export const unitsOf = (max: number) => max * UNITS_PER_GRAPHEME

/** Whether a text has at most `max` characters as people count them: é and 👨‍👩‍👧 are one, however they are written. */
export function hasAtMost(text: string, max: number): boolean {
  if (text.length <= max) return true
  if (text.length > unitsOf(max)) return false
  let count = 0
  for (const _ of segmenter.segment(text)) if ((count += 1) > max) return false
  return true
}
