export type Box = { top: number; right: number; bottom: number; left: number }
export type Size = { width: number; height: number }
/** The corner of the window, and the distance from its upper or lower edge. */
export type Place = { x: 'left' | 'right'; y: 'top' | 'bottom'; offset: number }

/** Distance from the edges of the window. */
export const MARGIN = 12
/** Below this width the toast is as wide as the window: above, the keyboard of a phone does not hide it. */
const NARROW = 600
const STEP = 8
const OFFSET_MAX = 200

/**
 * Where a toast covers no field; if there is no such place, where it does not cover the focused element. The present
 * place is kept as long as it is free.
 */
export function placeToast(toast: Size, view: Size, fields: Box[], focused: Box | null, present?: Place): Place {
  const places = [...(present ? [present] : []), ...candidates(view)]
  const isFree = (place: Place, obstacles: Box[]) => {
    const box = boxAt(place, toast, view)
    return obstacles.every((obstacle) => !overlaps(box, obstacle))
  }
  const inUse = focused ? [focused] : []
  return (places.find((place) => isFree(place, [...fields, ...inUse])) ??
    places.find((place) => isFree(place, inUse)) ??
    places[0]) as Place
}

export function boxAt({ x, y, offset }: Place, { width, height }: Size, view: Size): Box {
  const left = x === 'left' ? MARGIN : view.width - MARGIN - width
  const top = y === 'top' ? offset : view.height - offset - height
  return { top, left, right: left + width, bottom: top + height }
}

/** The four corners, then places farther from the upper and lower edge. */
function candidates(view: Size): Place[] {
  const ys = view.width < NARROW ? (['top', 'bottom'] as const) : (['bottom', 'top'] as const)
  const places: Place[] = []
  for (let offset = MARGIN; offset <= OFFSET_MAX; offset += STEP)
    for (const y of ys) for (const x of ['right', 'left'] as const) places.push({ x, y, offset })
  return places
}

const overlaps = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
