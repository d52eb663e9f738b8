/** A date takes the room of this many bars of minimum width. */
const EVERY = 4

/** The bars with a date below them: the newest, and every fourth one before it. */
export function dateTicks(bars: number): number[] {
  return Array.from({ length: Math.ceil(bars / EVERY) }, (_, index) => bars - 1 - index * EVERY).toReversed()
}
