/** A date needs the room of so many bars at their smallest. */
const EVERY = 4

/** The bars that have a date below them: the newest, and every fourth one before it. */
export function dateTicks(bars: number): number[] {
  return Array.from({ length: Math.ceil(bars / EVERY) }, (_, index) => bars - 1 - index * EVERY).toReversed()
}
