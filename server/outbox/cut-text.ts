/** A text of at most `max` UTF-16 units, cut between characters. */
export function cutText(text: string, max: number): string {
  const whole = text.toWellFormed()
  if (whole.length <= max) return whole
  return `${whole.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
