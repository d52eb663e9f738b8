export type Box = { top: number; right: number; bottom: number; left: number }
export type Span = { left: number; right: number }

/** Narrower text is unreadable, so a field is covered instead. */
const WIDTH_MIN = 160

/** The widest part of the strip that overlaps no box; the whole strip if every part is too narrow. */
export function freeSpan(strip: Box, boxes: Box[]): Span {
  const obstacles = boxes
    .filter(({ top, bottom, left, right }) => top < strip.bottom && bottom > strip.top && right > left)
    .toSorted((a, b) => a.left - b.left)
  const widest = { left: strip.left, right: strip.left }
  let left = strip.left
  for (const obstacle of [...obstacles, { left: strip.right, right: strip.right }]) {
    const right = Math.min(obstacle.left, strip.right)
    if (right - left > widest.right - widest.left) Object.assign(widest, { left, right })
    left = Math.max(left, obstacle.right)
  }
  return widest.right - widest.left < WIDTH_MIN ? { left: strip.left, right: strip.right } : widest
}
