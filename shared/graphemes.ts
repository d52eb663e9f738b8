/** The longest characters in use, such as emoji families with skin tones, have 15 UTF-16 units. */
const UNITS_PER_GRAPHEME = 16

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** The maximum number of UTF-16 units in a text of `max` characters. It stops endless combining marks. */
export const unitsOf = (max: number) => max * UNITS_PER_GRAPHEME

/** Whether a text has at most `max` characters as people count them: é and 👨‍👩‍👧 are one each, in every encoding. */
export function hasAtMost(text: string, max: number): boolean {
  if (text.length <= max) return true
  if (text.length > unitsOf(max)) return false
  let count = 0
  for (const _ of segmenter.segment(text)) if ((count += 1) > max) return false
  return true
}
